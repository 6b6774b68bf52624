package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells what happened, for a tired person at night: rare facts as sentences, and each failed
 * attempt. Blocks that go well are counted, not told.
 */
final class Chronicle {

  /** One failed attempt, with the task that only its row names. */
  record Failure(TaskId task, FailedAttempt attempt) {}

  /** What one batch had to tell. */
  record Chapter(List<AuditEntry> entries, List<Failure> failures) {}

  private final Cast cast = new Cast();

  /** Forgets everything, before a replay. */
  void restart() {
    cast.clear();
  }

  /** Knows who is who from a snapshot, before a replay goes on from there. */
  void restore(ServiceSnapshot service, List<RunSnapshot> runs) {
    cast.restore(service, runs);
  }

  /** Follows an event that was told in an earlier life. */
  void follow(Event.Durable event) {
    cast.follow(event);
  }

  /**
   * @param lastSeq of the entries so far
   */
  Chapter tell(Batch batch, long lastSeq) {
    Page page = new Page(batch, lastSeq);
    for (Event.Durable event : batch.events()) {
      page.tell(event);
      cast.follow(event);
    }
    return new Chapter(page.entries, page.failures);
  }

  /** A batch while it is told. */
  private final class Page {
    private final Batch batch;
    private final Moment at;
    private final long lastSeq;
    private final List<AuditEntry> entries = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    Page(Batch batch, long lastSeq) {
      this.batch = batch;
      this.at = batch.at();
      this.lastSeq = lastSeq;
    }

    void tell(Event.Durable event) {
      switch (event) {
        case Event.RunSubmitted submitted ->
            ofRun(submitted.run(), "run_submitted", Sentences.submitted(submitted));
        case Event.RunEnded ended ->
            ofRun(ended.run(), Sentences.kind(ended.state()), Sentences.ended(ended));
        case Event.TaskDone done ->
            ofTask(done.task(), null, "task_done", Sentences.done(done, row(done.task())));
        case Event.TaskAbandoned abandoned ->
            ofTask(
                abandoned.task(),
                null,
                "task_abandoned",
                Sentences.abandoned(abandoned, row(abandoned.task())));
        case Event.BindingStarted started ->
            ofTask(
                started.task(),
                started.worker().toString(),
                "worker_bound",
                cast.label(started.worker()) + " begins to work on " + started.task().task() + ".");
        case Event.BindingLaunched launched ->
            ofTask(launched.task(), null, "worker_launched", Sentences.launched(launched));
        case Event.BindingEnding ending ->
            endOfBinding(
                ending.task(),
                cast.role(ending.binding()),
                ending.end(),
                ending.why(),
                ending.charged());
        case Event.BindingEnded ended ->
            endOfBinding(
                ended.task(),
                cast.role(ended.binding()),
                ended.end(),
                ended.why(),
                ended.charged());
        case Event.BlocksReleased released -> results(released);
        case Event.RunForgotten forgotten -> {}
        case Event.RoomPromised promised -> {}
        case Event.BindingEndTold told -> {}
        case Event.BlocksLeased leased -> {}
        case Event.LateDropped dropped -> {}
        case Event.ServiceBudgetSet set -> {}
        case Event.WorkerRegistered registered -> {}
        case Event.WorkerRemoved removed -> {}
        case Event.LauncherOffered offered -> {}
        case Event.LauncherWithdrawn withdrawn -> {}
      }
    }

    /** Told once, when it begins to end; again only if it then ends in another way. */
    private void endOfBinding(
        TaskId task, Cast.Role role, EndKind end, String why, @Nullable ChargedBlock charged) {
      if (role.ending() != end) {
        ofTask(
            task,
            role.id(),
            Sentences.kind(end),
            Sentences.endOfBinding(role.label(), task, end, why, charged));
      }
      if (charged != null) {
        failed(task, role, charged.block(), charged.attempt(), charged.result(), why);
      }
    }

    private void results(Event.BlocksReleased released) {
      for (Event.Released one : released.results()) {
        if (one.result() != BlockResult.COMPLETED) {
          Cast.Role role = cast.role(released.binding());
          failed(released.task(), role, one.block(), one.attempt(), one.result(), one.error());
        }
      }
    }

    private void failed(
        TaskId task,
        Cast.Role role,
        long block,
        int attempt,
        BlockResult result,
        @Nullable String error) {
      FailedAttempt failed =
          new FailedAttempt(
              block, attempt, Texts.storable(role.label()), at.wallMillis(), Texts.storable(error));
      failures.add(new Failure(task, failed));
      if (result == BlockResult.FAILED) {
        ofTask(task, role.id(), "block_failed", Sentences.failed(task, block, attempt, error));
      }
    }

    private @Nullable TaskRow row(TaskId task) {
      return batch.tasks().stream().filter(row -> row.task().equals(task)).findFirst().orElse(null);
    }

    private void ofRun(RunId run, String kind, String message) {
      add(new TaskId(run, ""), null, null, kind, message);
    }

    private void ofTask(TaskId task, @Nullable String worker, String kind, String message) {
      add(task, task.task(), worker, kind, message);
    }

    private void add(
        TaskId whose, @Nullable String task, @Nullable String worker, String kind, String message) {
      long seq = lastSeq + entries.size() + 1;
      entries.add(
          new AuditEntry(
              seq, at.wallMillis(), whose.run(), task, worker, kind, Texts.storable(message)));
    }
  }
}
