package dev.yardmaster.worker.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One line out, one line back, over the pipes of a process. On a platform thread of its own: pipes
 * block the thread that reads or writes them, and would take a virtual thread's carrier with them.
 */
final class Conversation {

  /** Longer is no answer, but a picture printed by mistake. */
  static final int MAX_LINE_BYTES = 1 << 20;

  /** Another process may hold the pipe open for ever after its parent has ended. */
  private static final Duration LAST_WORDS_WITHIN = Duration.ofSeconds(1);

  private final OutputStream out;
  private final InputStream in;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("yardmaster-stream").factory());

  private volatile CompletableFuture<Reply> pending =
      CompletableFuture.completedFuture(new Closed());

  Conversation(OutputStream out, InputStream in) {
    this.out = out;
    this.in = in;
  }

  /** What came back. */
  sealed interface Reply {}

  record Line(String text) implements Reply {}

  /** Something was there before the question was asked. */
  record Unasked(String text) implements Reply {}

  record TooLong(int limit) implements Reply {}

  /** Nobody reads or writes at the other end any more. */
  record Closed() implements Reply {}

  /** Asks one question, when the one before is answered. Never completes exceptionally. */
  CompletableFuture<Reply> ask(String question) {
    try {
      CompletableFuture<Reply> reply =
          CompletableFuture.supplyAsync(() -> exchange(question), thread);
      pending = reply;
      return reply;
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(new Closed());
    }
  }

  private Reply exchange(String question) {
    try {
      if (in.available() > 0) {
        return read() instanceof Line(String text) ? new Unasked(text) : new Closed();
      }
      out.write((question + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      return read();
    } catch (IOException e) {
      return new Closed();
    }
  }

  private Reply read() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return new Closed();
      }
      if (line.size() == MAX_LINE_BYTES) {
        return new TooLong(MAX_LINE_BYTES);
      }
      line.write(next);
    }
    return new Line(line.toString(StandardCharsets.UTF_8).strip());
  }

  /** Nothing more will be asked: closes the process's stdin. */
  void close() {
    try {
      thread.execute(this::closeOut);
      thread.shutdown();
    } catch (RejectedExecutionException e) {
      // closed already
    }
  }

  /** The process has ended; an answer may still be in the pipe. */
  void otherSideEnded() {
    close();
    pending.completeOnTimeout(new Closed(), LAST_WORDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void closeOut() {
    try {
      out.close();
    } catch (IOException e) {
      // the process has ended: there is nobody to tell
    }
  }
}
