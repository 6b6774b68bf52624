package dev.yardmaster.metrics;

import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.view.TaskBooks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is committed. Everything here runs on one thread.
 *
 * <p>Counters follow from the books of the tasks, which come with each batch: what is counted is
 * their difference. So whatever was missed, as after a failed commit, is in the next difference.
 */
final class Tally implements Follower.Body {

  /** A run as it stands where following begins. */
  private record Found(RunId run, String pipeline, RunState state, Map<TaskId, TaskBooks> tasks) {}

  private final Engine engine;
  private final EngineClock clock;
  private final Books books;

  /** Back to the thread on which all of this runs. */
  private final Consumer<Runnable> thread;

  /** When the leases were given that are out, in service time; by binding. */
  private final Map<BindingId, Map<Long, Long>> leases = new HashMap<>();

  /** Facts that came before the state was looked at; null once it was. */
  private @Nullable List<Batch> early = new ArrayList<>();

  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private boolean asked;
  private long life;
  private long nextOpening = Long.MIN_VALUE;

  Tally(Engine engine, EngineClock clock, WorkMeters meters, Consumer<Runnable> thread) {
    this.engine = engine;
    this.clock = clock;
    this.books = new Books(meters);
    this.thread = thread;
  }

  /** Completes when the state was looked at for the first time. */
  CompletableFuture<Void> begun() {
    return begun;
  }

  // --- beginning --------------------------------------------------------------------------------

  @Override
  public void missed() {
    life++;
    early = new ArrayList<>();
    asked = false;
    nextOpening = clock.nanos();
    leases.clear();
  }

  @Override
  public long pass(long now) {
    if (early != null && !asked && now >= nextOpening) {
      asked = true;
      nextOpening = now + MetricBounds.ASK_AGAIN.toNanos();
      open();
    }
    return MetricBounds.COUNT_EVERY.toNanos();
  }

  private void open() {
    long asking = life;
    Set<RunId> known = new LinkedHashSet<>();
    books.runs().forEach(known::add);
    engine
        .picture((scheduler, now) -> look(scheduler, known))
        .whenComplete(
            (picture, failure) ->
                thread.accept(
                    () -> {
                      if (asking == life) {
                        asked = false;
                        if (picture != null) {
                          opened(picture);
                        }
                      }
                    }));
  }

  /** All running runs, and of those that were known also what became of them. */
  private static List<Found> look(Scheduler scheduler, Set<RunId> known) {
    List<Found> found = new ArrayList<>();
    scheduler
        .runs(null, null, null, Integer.MAX_VALUE)
        .forEach(
            run -> {
              if (run.state() == RunState.RUNNING || known.contains(run.id())) {
                found.add(
                    new Found(run.id(), run.pipeline(), run.state(), scheduler.books(run.id())));
              }
            });
    return found;
  }

  private void opened(Picture<List<Found>> picture) {
    List<Batch> since = early == null ? List.of() : early;
    early = null;
    Set<RunId> forgotten = new LinkedHashSet<>();
    books.runs().forEach(forgotten::add);
    for (Found found : picture.value()) {
      forgotten.remove(found.run());
      resume(found);
    }
    forgotten.forEach(books::close);
    since.stream().filter(batch -> batch.number() > picture.batch()).forEach(this::follow);
    begun.complete(null);
  }

  /**
   * What is there when following begins did not happen now. Whatever is there later and was not
   * known has come in what was missed.
   */
  private void resume(Found found) {
    boolean follows = books.knows(found.run()) || begun.isDone();
    if (!books.knows(found.run())) {
      PipelineMeters meters = books.open(found.run(), found.pipeline());
      meters.submitted.increment(begun.isDone() ? 1 : 0);
    }
    found
        .tasks()
        .forEach(
            (task, ofTask) -> {
              if (follows) {
                books.catchUp(task, ofTask);
              } else {
                books.begin(task, ofTask);
              }
            });
    if (found.state().terminal()) {
      ended(found.run(), found.state());
    }
  }

  // --- following --------------------------------------------------------------------------------

  @Override
  public void committed(Batch batch, List<AuditEntry> told) {
    if (early == null) {
      follow(batch);
    } else {
      early.add(batch);
    }
  }

  private void follow(Batch batch) {
    long at = batch.at().ticks();
    batch.events().forEach(event -> begins(event, at));
    batch.tasks().forEach(row -> books.note(row, at));
    batch.events().forEach(this::ends);
  }

  /** Before the books: who begins has to be known, and who was given blocks no longer waits. */
  private void begins(Event.Durable event, long at) {
    switch (event) {
      case Event.RunSubmitted it ->
          books.open(it.run(), it.pipeline().name()).submitted.increment();
      case Event.BlocksLeased it -> leased(it, at);
      case Event.BlocksReleased it -> released(it, at);
      case Event.BindingEnding it -> charged(it.binding(), it.task(), it.charged());
      case Event.BindingEnded it -> charged(it.binding(), it.task(), it.charged());
      case Event.RunEnded it -> {}
      case Event.RunForgotten it -> {}
      case Event.TaskDone it -> {}
      case Event.TaskAbandoned it -> {}
      case Event.WorkerRegistered it -> {}
      case Event.WorkerRemoved it -> {}
      case Event.BindingStarted it -> {}
      case Event.BindingLaunched it -> {}
      case Event.BindingEndTold it -> {}
      case Event.RoomPromised it -> {}
      case Event.LateDropped it -> {}
      case Event.ServiceBudgetSet it -> {}
      case Event.LauncherOffered it -> {}
      case Event.LauncherWithdrawn it -> {}
    }
  }

  /** After the books: what a run did at its end counts. */
  private void ends(Event.Durable event) {
    if (event instanceof Event.RunEnded it) {
      ended(it.run(), it.state());
    }
  }

  private void ended(RunId run, RunState state) {
    PipelineMeters meters = books.close(run);
    if (meters != null) {
      meters.ended(state);
    }
  }

  private void leased(Event.BlocksLeased leased, long at) {
    Books.Account account = books.account(leased.task());
    if (account != null) {
      account.leased(leased.blocks().length, at);
      Map<Long, Long> given = leases.computeIfAbsent(leased.binding(), id -> new HashMap<>());
      for (int i = 0; i < leased.blocks().length; i++) {
        given.put(leased.firstLease() + i, at);
      }
    }
  }

  private void released(Event.BlocksReleased released, long at) {
    Books.Account account = books.account(released.task());
    Map<Long, Long> given = leases.getOrDefault(released.binding(), Map.of());
    for (Event.Released one : released.results()) {
      Long since = given.isEmpty() ? null : given.remove(one.lease());
      if (account != null && since != null) {
        account.meters.duration.record(Durations.ofTicks(at - since));
      }
      if (account != null && one.result() == BlockResult.RETRY) {
        account.meters.retries.increment();
      }
    }
  }

  /** Its blocks go to others, or are charged to it. */
  private void charged(BindingId binding, TaskId task, @Nullable ChargedBlock charged) {
    leases.remove(binding);
    Books.Account account = books.account(task);
    if (account != null && charged != null && charged.result() == BlockResult.RETRY) {
      account.meters.retries.increment();
    }
  }
}
