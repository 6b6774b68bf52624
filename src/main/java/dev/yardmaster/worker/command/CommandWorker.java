package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Registered;
import dev.yardmaster.worker.command.Wire.Registration;
import dev.yardmaster.worker.command.WorkerClient.Answer;
import dev.yardmaster.worker.command.WorkerClient.Call;
import dev.yardmaster.worker.command.WorkerClient.CutShort;
import dev.yardmaster.worker.command.WorkerClient.Gone;
import dev.yardmaster.worker.command.WorkerClient.Ok;
import dev.yardmaster.worker.command.WorkerClient.Refused;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker: registers, works, and registers again when the service does not know it any more. */
final class CommandWorker implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(CommandWorker.class);

  private final CommandWorkerSettings settings;
  private final WorkerClient client;
  private final Equipment equipment;
  private volatile @Nullable String refusal;

  CommandWorker(CommandWorkerSettings settings, WorkerClient client, Equipment equipment) {
    this.settings = settings;
    this.client = client;
    this.equipment = equipment;
  }

  /** Why the service did not want this worker, once it has ended; else null. */
  @Nullable String refusal() {
    return refusal;
  }

  @Override
  public void run() {
    Timing timing = equipment.timing();
    Pauses pauses =
        new Pauses(timing.firstPause(), timing.longestPause(), ThreadLocalRandom.current());
    try {
      while (!equipment.stop().isDone()) {
        long began = System.nanoTime();
        oneShift();
        if (System.nanoTime() - began > timing.longestPause().toNanos()) {
          pauses.reset();
        }
        Waits.happensWithin(pauses.next(), equipment.stop());
      }
    } finally {
      if (equipment.log() != null) {
        equipment.log().close();
      }
      equipment.listener().on(new WorkerEvent.Left(equipment.worker()));
    }
  }

  private void oneShift() {
    try {
      Registered registered = register();
      if (registered == null) {
        return;
      }
      equipment.listener().on(new WorkerEvent.Registered(equipment.worker(), registered.id()));
      String cause =
          new Shift(new Session(client, registered, settings.acquireWait()), equipment).work();
      if (cause != null) {
        equipment.listener().on(new WorkerEvent.Replaced(equipment.worker(), cause));
      }
    } catch (RuntimeException e) {
      LOG.atError()
          .setCause(e)
          .addKeyValue("worker_name", equipment.worker())
          .log("{}: unexpected, registers again", equipment.worker());
    }
  }

  /** Null when the worker shall end. */
  private @Nullable Registered register() {
    Registration body =
        new Registration(equipment.worker(), settings.host(), settings.tags(), "command");
    Call call =
        new Call("register", "POST", "/workers", body, settings.accessToken(), WorkerClient.MARGIN);
    Answer<Registered> answer = client.call(call, Registered.class, equipment.stop());
    return switch (answer) {
      case Ok<Registered>(Registered registered) -> registered;
      case Gone<Registered>(String cause) -> refused(cause);
      case Refused<Registered>(String cause) -> refused(cause);
      case CutShort<Registered> _ -> null;
    };
  }

  private @Nullable Registered refused(String cause) {
    refusal = cause;
    equipment.listener().on(new WorkerEvent.Refused(equipment.worker(), cause));
    equipment.stop().complete(null);
    return null;
  }
}
