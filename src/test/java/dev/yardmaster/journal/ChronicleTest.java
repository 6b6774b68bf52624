package dev.yardmaster.journal;

import static dev.yardmaster.journal.SampleEvents.BINDING;
import static dev.yardmaster.journal.SampleEvents.DETECT;
import static dev.yardmaster.journal.SampleEvents.RUN;
import static dev.yardmaster.journal.SampleEvents.STITCH;
import static dev.yardmaster.journal.SampleEvents.WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sentences that somebody understands who was woken by them. */
class ChronicleTest {

  private final Chronicle chronicle = new Chronicle();

  @BeforeEach
  void begin() {
    chronicle.follow(JournalContract.registered());
  }

  @Test
  void aRunIsSubmitted() {
    assertThat(told(JournalContract.submitted()))
        .containsExactly("run_submitted: Submitted: 2 tasks with 1099511627777 blocks in all.");
  }

  @Test
  void whoSubmittedItIsTold() {
    assertThat(
            told(
                new Event.RunSubmitted(
                    RUN, 12, SampleEvents.bare(), null, "digest", null, "alice")))
        .singleElement()
        .asString()
        .startsWith("run_submitted: Submitted by alice: ");
  }

  @Test
  void aRunEndsInOneOfThreeWays() {
    assertThat(told(new Event.RunEnded(RUN, RunState.CANCELLED, "cancelled by alice")))
        .containsExactly("run_cancelled: The run was cancelled: cancelled by alice.");
    assertThat(told(new Event.RunEnded(RUN, RunState.SUCCEEDED, null)))
        .containsExactly("run_succeeded: The run succeeded.");
    assertThat(told(new Event.RunEnded(RUN, RunState.CANCELLED, "timeout of 2h")))
        .containsExactly("run_cancelled: The run was cancelled: timeout of 2h.");
    assertThat(told(new Event.RunEnded(RUN, RunState.FAILED, null)))
        .containsExactly(
            "run_failed: The run failed; the entries before this one say which tasks, and why.");
  }

  @Test
  void aTaskIsDoneWithItsNumbers() {
    Counters counters = new Counters(10, 0, 0, 7, 2, 1, 0, 3, 5, 4, 0, 1);
    assertThat(told(new TaskRow(DETECT, "DONE", null, counters, 0), new Event.TaskDone(DETECT)))
        .containsExactly(
            "task_done: detect is done: 7 of 10 blocks completed (3 before the run),"
                + " 2 failed for good, 1 orphaned. 5 worker starts, 4 worker failures.");
  }

  @Test
  void aTaskIsGivenUp() {
    Counters counters = new Counters(8, 0, 0, 0, 0, 8, 0, 0, 4, 4, 0, 3);
    assertThat(
            told(
                new TaskRow(DETECT, "ABANDONED", "RESTART_CAP_EXHAUSTED", counters, 0),
                new Event.TaskAbandoned(DETECT, AbandonReason.RESTART_CAP_EXHAUSTED, 8)))
        .containsExactly(
            "task_abandoned: detect was given up: no worker is alive and all its worker starts are"
                + " used up. 8 blocks will not be done. 4 worker starts, 4 worker failures."
                + " Earlier entries say how its workers ended; max_worker_restarts allows more.");
    assertThat(told(new Event.TaskAbandoned(STITCH, AbandonReason.UPSTREAM_ABANDONED, 1)))
        .containsExactly(
            "task_abandoned: stitch was given up because a task that it waits for was."
                + " 1 block will not be done.");
  }

  @Test
  void aWorkerComesAndDiesWithItsBlock() {
    chronicle.follow(JournalContract.bound());
    assertThat(told(JournalContract.bound()))
        .containsExactly("worker_bound: Worker box-1 (w-3) begins to work on detect.");
    assertThat(
            told(
                new Event.BindingEnded(
                    BINDING,
                    DETECT,
                    EndKind.DIRTY,
                    "exit code 137: Killed",
                    new ChargedBlock(5, 17, 1, BlockResult.RETRY))))
        .containsExactly(
            "worker_failed: Worker box-1 (w-3) failed at detect: exit code 137: Killed."
                + " Its block 17 (attempt 1) is tried again.");
  }

  @Test
  void anEndIsToldOnceUnlessItTurnsOutWorse() {
    chronicle.follow(JournalContract.bound());
    Event.Durable ending =
        new Event.BindingEnding(BINDING, DETECT, EndKind.RETIRED, "makes room for a-1/b", null);
    assertThat(told(ending))
        .containsExactly(
            "worker_retired: Worker box-1 (w-3) is asked to leave detect: makes room for a-1/b.");
    assertThat(told(ended(EndKind.RETIRED, "makes room for a-1/b"))).isEmpty();

    chronicle.follow(JournalContract.bound());
    chronicle.follow(ending);
    assertThat(told(ended(EndKind.DIRTY, "no heartbeat for 30s")))
        .containsExactly(
            "worker_failed: Worker box-1 (w-3) failed at detect: no heartbeat for 30s.");
  }

  @Test
  void aWorkerIsLetGoOrLeaves() {
    chronicle.follow(JournalContract.bound());
    assertThat(told(ended(EndKind.DRAINED, "task_finished")))
        .containsExactly(
            "worker_drained: Worker box-1 (w-3) is let go because detect has ended:"
                + " task finished.");
    chronicle.follow(JournalContract.bound());
    assertThat(told(ended(EndKind.CLEAN, "the worker left")))
        .containsExactly(
            "worker_left: Worker box-1 (w-3) stopped working on detect: the worker left.");
  }

  @Test
  void aLaunchedProcessThatNeverCame() {
    chronicle.follow(new Event.BindingLaunched(BINDING, DETECT, "local"));
    assertThat(told(ended(EndKind.DIRTY, "did not register within 5m")))
        .containsExactly(
            "worker_failed: The process that launcher local was to start failed at detect:"
                + " did not register within 5m.");
  }

  @Test
  void onlyABlockThatFailedForGoodIsTold() {
    chronicle.follow(JournalContract.bound());
    Chronicle.Chapter chapter =
        chapter(
            List.of(),
            new Event.BlocksReleased(
                BINDING,
                DETECT,
                List.of(
                    new Released(1, 5, 1, BlockResult.COMPLETED, null),
                    new Released(2, 6, 1, BlockResult.RETRY, "once"),
                    new Released(3, 7, 3, BlockResult.FAILED, "no such file: sky.pgm"))));

    assertThat(lines(chapter))
        .containsExactly(
            "block_failed: Block 7 of detect failed for good in attempt 3: no such file: sky.pgm");
    assertThat(chapter.failures())
        .extracting(failure -> failure.attempt().block() + " " + failure.attempt().error())
        .containsExactly("6 once", "7 no such file: sky.pgm");
  }

  @Test
  void aWorkerThatDiesWithABlocksLastAttemptFailsTheBlock() {
    chronicle.follow(JournalContract.bound());
    Chronicle.Chapter chapter =
        chapter(
            List.of(),
            new Event.BindingEnded(
                BINDING,
                DETECT,
                EndKind.DIRTY,
                "exit code 1",
                new ChargedBlock(5, 17, 3, BlockResult.FAILED)));

    assertThat(lines(chapter))
        .containsExactly(
            "worker_failed: Worker box-1 (w-3) failed at detect: exit code 1."
                + " Its block 17 (attempt 3) has failed for good.",
            "block_failed: Block 17 of detect failed for good in attempt 3: exit code 1");
    assertThat(chapter.entries()).extracting(AuditEntry::seq).containsExactly(41L, 42L);
    assertThat(chapter.entries()).extracting(AuditEntry::worker).containsOnly(WORKER.toString());
    assertThat(chapter.entries()).extracting(AuditEntry::task).containsOnly("detect");
    assertThat(chapter.failures()).hasSize(1);
  }

  private static Event.Durable ended(EndKind end, String why) {
    return new Event.BindingEnded(BINDING, DETECT, end, why, null);
  }

  private List<String> told(Event.Durable event) {
    return lines(chapter(List.of(), event));
  }

  private List<String> told(TaskRow row, Event.Durable event) {
    return lines(chapter(List.of(row), event));
  }

  private static List<String> lines(Chronicle.Chapter chapter) {
    return chapter.entries().stream().map(entry -> entry.kind() + ": " + entry.message()).toList();
  }

  private Chronicle.Chapter chapter(List<TaskRow> rows, Event.Durable event) {
    return chronicle.tell(new Batch(1, JournalContract.at(1), List.of(event), rows, List.of()), 40);
  }
}
