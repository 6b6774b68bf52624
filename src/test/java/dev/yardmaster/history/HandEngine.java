package dev.yardmaster.history;

import dev.yardmaster.engine.CommittedListener;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.PipelineBuilder;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.TaskBooks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * A real scheduler whose events go straight to a follower, on the test's thread and the test's
 * time.
 */
final class HandEngine implements Engine, EngineClock {

  /** 2027-01-15T08:00:00Z. */
  static final long WALL = 1_800_000_000_000L;

  private static final String TOKEN = "token";

  private final Scheduler scheduler;
  private final List<Runnable> posted = new ArrayList<>();
  private Follower.Body body = NOBODY;
  private long millis;
  private long batch;
  private List<LeasedBlock> held = List.of();

  private static final Follower.Body NOBODY =
      new Follower.Body() {
        @Override
        public void committed(Batch batch, List<AuditEntry> told) {}

        @Override
        public void missed() {}

        @Override
        public long pass(long now) {
          return 0;
        }
      };

  HandEngine(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  void follow(Follower.Body follower) {
    body = follower;
  }

  /** Where a follower's thread would be. */
  void post(Runnable task) {
    posted.add(task);
  }

  void runPosted() {
    while (!posted.isEmpty()) {
      posted.removeFirst().run();
    }
  }

  Moment now() {
    return new Moment(millis, WALL + millis);
  }

  /** Decides, and tells the follower what was committed. */
  Outcome does(Command command) {
    var decision = scheduler.execute(command, now());
    List<Event.Durable> events =
        decision.events().stream()
            .filter(Event.Durable.class::isInstance)
            .map(Event.Durable.class::cast)
            .toList();
    if (!events.isEmpty()) {
      batch++;
      body.committed(new Batch(batch, now(), events, rows(), List.of()), List.of());
    }
    decision.deliveries().forEach(delivery -> note(delivery.answer()));
    runPosted();
    return decision.outcome();
  }

  private void note(Outcome answer) {
    if (answer instanceof Outcome.Work work) {
      held = work.blocks();
    }
  }

  /** A client worker registers, and asks for a block. */
  WorkerId worker(String name) {
    Outcome registered =
        does(
            new Command.RegisterWorker(
                name, "h1", WorkerKind.CLIENT, new TreeSet<>(), null, null, null, TOKEN));
    WorkerId worker = ((Outcome.Registered) registered).worker();
    does(new Command.Acquire(worker, TOKEN, 1, Duration.ofDays(1)));
    return worker;
  }

  /** Reports what was handed out last as done, and asks for one more. */
  void completesAndAsks(WorkerId worker) {
    does(
        new Command.Release(
            worker,
            TOKEN,
            held.stream().map(block -> new Command.BlockResult(block.lease(), true, null)).toList(),
            new Command.Ask(1, Duration.ofDays(1))));
  }

  RunId submits(PipelineBuilder pipeline) {
    return ((Outcome.Submitted) does(new Command.SubmitRun(pipeline.build(), null, "d", null)))
        .run();
  }

  private List<TaskRow> rows() {
    List<TaskRow> rows = new ArrayList<>();
    Set<RunId> runs = new LinkedHashSet<>();
    scheduler.runs(null, null, null, 1_000).forEach(run -> runs.add(run.id()));
    for (RunId run : runs) {
      scheduler
          .run(run)
          .orElseThrow()
          .tasks()
          .forEach(
              view -> {
                TaskId task = new TaskId(run, view.id());
                TaskBooks books = scheduler.books(task).orElseThrow();
                rows.add(
                    new TaskRow(task, books.state().name(), null, books.counters(), books.alive()));
              });
    }
    return rows;
  }

  /** So many seconds, one after the other. */
  void passes(int seconds) {
    for (int second = 0; second < seconds; second++) {
      millis += Duration.ofSeconds(1).toMillis();
      body.pass(nanos());
      runPosted();
    }
  }

  @Override
  public long nanos() {
    return millis * 1_000_000;
  }

  @Override
  public long wallMillis() {
    return WALL + millis;
  }

  @Override
  public CompletableFuture<Outcome> submit(Command command) {
    return CompletableFuture.completedFuture(does(command));
  }

  @Override
  public <T> CompletableFuture<T> read(BiFunction<Scheduler, Moment, T> look) {
    return CompletableFuture.completedFuture(look.apply(scheduler, now()));
  }

  @Override
  public <T> CompletableFuture<Picture<T>> picture(BiFunction<Scheduler, Moment, T> look) {
    return read(look).thenApply(value -> new Picture<>(batch, value));
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void listen(CommittedListener listener) {
    throw new AssertionError("the follower is given by hand");
  }

  @Override
  public CompletableFuture<Void> whenEnded(RunId run) {
    throw new AssertionError("nobody waits");
  }
}
