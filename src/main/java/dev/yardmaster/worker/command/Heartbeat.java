package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Beat;
import dev.yardmaster.worker.command.WorkerClient.Answer;
import dev.yardmaster.worker.command.WorkerClient.CutShort;
import dev.yardmaster.worker.command.WorkerClient.Gone;
import dev.yardmaster.worker.command.WorkerClient.Ok;
import dev.yardmaster.worker.command.WorkerClient.Refused;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Tells the service that a worker is alive, whatever the worker itself is busy with. */
final class Heartbeat implements AutoCloseable {

  private final Session session;
  private final Consumer<Beat> listener;
  private final CompletableFuture<String> gone = new CompletableFuture<>();
  private final CountDownLatch over = new CountDownLatch(1);

  private Heartbeat(Session session, Consumer<Beat> listener) {
    this.session = session;
    this.listener = listener;
  }

  /** Starts beating; {@code listener} is called from another thread and must be quick. */
  static Heartbeat start(String worker, Session session, Consumer<Beat> listener) {
    Heartbeat heartbeat = new Heartbeat(session, listener);
    Thread.ofVirtual().name(worker + "-heartbeat").start(heartbeat::beat);
    return heartbeat;
  }

  /** Completes with the service's reason when it does not know the worker any more. */
  CompletableFuture<String> gone() {
    return gone;
  }

  /** A beat without an answer is left to the next one: the worker's own calls tell of trouble. */
  private void beat() {
    long pause = session.heartbeatEvery().toMillis();
    try {
      while (!gone.isDone() && !over.await(pause, TimeUnit.MILLISECONDS)) {
        session.beat().ifPresent(this::hear);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hear(Answer<Beat> answer) {
    switch (answer) {
      case Ok<Beat>(Beat beat) -> listener.accept(beat);
      case Gone<Beat>(String cause) -> gone.complete(cause);
      case Refused<Beat>(String cause) -> gone.complete(cause);
      case CutShort<Beat> _ -> {}
    }
  }

  @Override
  public void close() {
    over.countDown();
  }
}
