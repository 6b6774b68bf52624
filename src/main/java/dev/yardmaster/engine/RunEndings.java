package dev.yardmaster.engine;

import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.event.Event;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Tells those who wait for a run that its end is committed; nobody has to look again and again. */
final class RunEndings implements CommittedListener {

  private final Engine engine;
  private final ConcurrentMap<RunId, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();

  RunEndings(Engine engine) {
    this.engine = engine;
  }

  CompletableFuture<Void> of(RunId run) {
    CompletableFuture<Void> end = waiting.computeIfAbsent(run, any -> new CompletableFuture<>());
    look(run);
    return end;
  }

  /** It may have ended before anybody waited. */
  private void look(RunId run) {
    engine
        .read((scheduler, now) -> isOver(scheduler, run))
        .whenComplete(
            (over, failure) -> {
              if (failure != null) {
                fail(run, failure);
              } else if (over) {
                complete(run);
              }
            });
  }

  private static boolean isOver(Scheduler scheduler, RunId run) {
    return scheduler.run(run).map(view -> view.state().terminal()).orElse(true);
  }

  @Override
  public void committed(Batch batch, List<AuditEntry> told) {
    if (!waiting.isEmpty()) {
      batch.runs().stream()
          .filter(row -> row.state().terminal())
          .forEach(row -> complete(row.run()));
      batch.events().forEach(this::lookForForgotten);
    }
  }

  /** A run that ended and was forgotten in one batch has no row that says so. */
  private void lookForForgotten(Event.Durable event) {
    if (event instanceof Event.RunForgotten gone) {
      complete(gone.run());
    }
  }

  @Override
  public void rebuilt() {
    waiting.keySet().forEach(this::look);
  }

  private void complete(RunId run) {
    CompletableFuture<Void> end = waiting.remove(run);
    if (end != null) {
      end.complete(null);
    }
  }

  private void fail(RunId run, Throwable failure) {
    CompletableFuture<Void> end = waiting.remove(run);
    if (end != null) {
      end.completeExceptionally(failure);
    }
  }
}
