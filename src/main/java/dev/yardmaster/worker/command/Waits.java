package dev.yardmaster.worker.command;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Waiting for the first of several things, without asking again and again. */
final class Waits {

  private Waits() {}

  /**
   * Returns when the work or one of the cuts is done, however it ended. Leaves nothing behind on
   * those that are not: some of them live as long as the worker.
   */
  static void first(CompletableFuture<?> work, CompletableFuture<?>... cuts) {
    CompletableFuture.anyOf(and(work, cuts)).handle((_, _) -> true).join();
  }

  static CompletableFuture<?>[] and(CompletableFuture<?> one, CompletableFuture<?>... others) {
    CompletableFuture<?>[] all = Arrays.copyOf(others, others.length + 1);
    all[others.length] = one;
    return all;
  }

  /** Whether one of the cuts is done, now or within the given time. */
  static boolean happensWithin(Duration time, CompletableFuture<?>... cuts) {
    CompletableFuture<?> timer =
        new CompletableFuture<>().completeOnTimeout(null, time.toNanos(), TimeUnit.NANOSECONDS);
    first(timer, cuts);
    timer.complete(null);
    return Stream.of(cuts).anyMatch(CompletableFuture::isDone);
  }
}
