package dev.yardmaster.journal;

import static dev.yardmaster.journal.SampleEvents.BINDING;
import static dev.yardmaster.journal.SampleEvents.DETECT;
import static dev.yardmaster.journal.SampleEvents.RUN;
import static dev.yardmaster.journal.SampleEvents.STITCH;
import static dev.yardmaster.journal.SampleEvents.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.End;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.engine.Journal.Growth;
import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.task.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every journal promises; each kind runs the same tests. */
abstract class JournalContract {

  private Journal journal;

  /** An empty one. */
  abstract Journal empty();

  /** The same content, as a service finds it that starts anew. */
  abstract Journal reopened();

  @BeforeEach
  void begin() {
    journal = empty();
  }

  @Test
  void anEmptyJournalEndsWhereItStarts() {
    assertThat(replayed(journal).end).isEqualTo(End.START);
  }

  @Test
  void whatWasAppendedComesBackInOrderWithItsTime() {
    journal.append(batch(1, at(100), submitted(), registered()));
    journal.append(batch(2, at(250), bound(), leased(1001, 0, 1)));

    Replayed replayed = replayed(reopened());

    EventCodecTest.assertSame(
        replayed.events, List.of(submitted(), registered(), bound(), leased(1001, 0, 1)));
    assertThat(replayed.moments).containsExactly(at(100), at(100), at(250), at(250));
    assertThat(replayed.end).isEqualTo(new End(2, 250));
  }

  @Test
  void everyTypeOfEventCanBeStored() {
    journal.replay(new Replayed());
    List<Event.Durable> all = SampleEvents.all();
    for (int i = 0; i < all.size(); i++) {
      journal.append(batch(i + 1, at(i), all.get(i)));
    }

    EventCodecTest.assertSame(replayed(reopened()).events, all);
  }

  @Test
  void manyBatchesComeBackInOrder() {
    for (int i = 1; i <= 1_000; i++) {
      journal.append(batch(i, at(i), new Event.LateDropped(DETECT, i)));
    }

    Replayed replayed = replayed(reopened());

    assertThat(replayed.events).hasSize(1_000);
    for (int i = 1; i <= 1_000; i++) {
      assertThat(replayed.events.get(i - 1)).isEqualTo(new Event.LateDropped(DETECT, i));
    }
    assertThat(replayed.end).isEqualTo(new End(1_000, 1_000));
  }

  @Test
  void aBatchOfManyMegabytesComesBackWhole() {
    Event.Durable large = new Event.WorkerRemoved(WORKER, true, noise(3_000_000));
    journal.append(batch(1, at(1), large));
    journal.append(batch(2, at(2), registered()));

    Replayed replayed = replayed(reopened());

    EventCodecTest.assertSame(replayed.events, List.of(large, registered()));
    assertThat(replayed.end).isEqualTo(new End(2, 2));
  }

  @Test
  void timeIsKeptWithoutABatch() {
    journal.append(batch(1, at(100), submitted()));
    journal.keepTime(at(5_000));
    assertThat(replayed(reopened()).end).isEqualTo(new End(1, 5_000));

    journal.append(batch(2, at(5_500), registered()));
    assertThat(replayed(reopened()).end).isEqualTo(new End(2, 5_500));
  }

  @Test
  void aJournalThatIsThereSaysSo() {
    journal.replay(new Replayed());
    journal.probe();
    journal.append(batch(1, at(1), submitted()));
    journal.probe();
  }

  @Test
  void aNumberIsTakenOnceAndTheSecondBatchLeavesNothing() {
    journal.append(batch(1, at(1), submitted()));

    assertThatThrownBy(
            () -> journal.append(batch(1, at(2), new Event.TaskDone(DETECT), failedAlways())))
        .isInstanceOf(JournalUnavailableException.class);

    assertThat(replayed(journal).events).hasSize(1);
    assertThat(journal.audit(RUN, 0, 10)).hasSize(1);
    assertThat(journal.failedAttempts(DETECT, 0, 10)).isEmpty();
    journal.append(batch(2, at(3), registered()));
    assertThat(replayed(reopened()).end).isEqualTo(new End(2, 3));
  }

  @Test
  void aTrailIsReadInPagesAndPerRun() {
    RunId other = new RunId("bare-1");
    journal.append(batch(1, at(1), submitted(), registered(), bound()));
    journal.append(
        batch(
            2, at(2), new Event.RunSubmitted(other, 1, SampleEvents.bare(), null, "digest", null)));
    journal.append(batch(3, at(3), new Event.RunEnded(RUN, RunState.CANCELLED, "by ada")));

    List<AuditEntry> first = journal.audit(RUN, 0, 2);
    List<AuditEntry> rest = reopened().audit(RUN, first.getLast().seq(), 2);

    assertThat(first).extracting(AuditEntry::kind).containsExactly("run_submitted", "worker_bound");
    assertThat(rest).extracting(AuditEntry::kind).containsExactly("run_cancelled");
    assertThat(rest.getFirst().seq()).isGreaterThan(first.getLast().seq());
    assertThat(journal.audit(other, 0, 10)).hasSize(1);
    assertThat(journal.latestAudit(RUN, 2))
        .extracting(AuditEntry::kind)
        .containsExactly("run_cancelled", "worker_bound");
    assertThat(journal.latestAudit(RUN, 10)).hasSize(3);
  }

  @Test
  void whoeverAppendsIsGivenWhatTheTrailSaysOfIt() {
    List<Journal.AuditEntry> told = new ArrayList<>(journal.append(batch(1, at(1), submitted())));
    told.addAll(
        journal.append(batch(2, at(2), new Event.TaskDone(DETECT), new Event.TaskDone(STITCH))));

    assertThat(told).hasSize(3).isEqualTo(journal.audit(RUN, 0, 10));
  }

  @Test
  void numbersOfATrailGoOnAfterAStart() {
    journal.append(batch(1, at(1), submitted()));
    Journal again = reopened();
    again.replay(new Replayed());

    again.append(batch(2, at(2), new Event.RunEnded(RUN, RunState.FAILED, null)));

    assertThat(again.audit(RUN, 0, 10))
        .extracting(AuditEntry::seq)
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void workersHaveTheirNamesAfterAStart() {
    journal.append(batch(1, at(1), submitted(), registered(), bound()));
    Journal again = reopened();
    again.replay(new Replayed());

    again.append(batch(2, at(2), died(EndKind.DIRTY, null)));

    AuditEntry entry = again.audit(RUN, 0, 10).getLast();
    assertThat(entry.worker()).isEqualTo("w-3");
    assertThat(entry.message()).contains("box-1 (w-3)").contains("no heartbeat for 30s");
  }

  @Test
  void failedAttemptsComeByBlockAndAttempt() {
    journal.append(batch(1, at(1), submitted(), registered(), bound()));
    journal.append(
        batch(
            2,
            at(2),
            released(
                new Released(1, 9, 1, BlockResult.RETRY, "first"),
                new Released(2, 7, 3, BlockResult.FAILED, "third"),
                new Released(3, 8, 1, BlockResult.COMPLETED, null))));
    journal.append(batch(3, at(3), released(new Released(4, 9, 2, BlockResult.RETRY, null))));

    String worker = "Worker box-1 (w-3)";
    assertThat(reopened().failedAttempts(DETECT, 0, 10))
        .containsExactly(
            new FailedAttempt(7, 3, worker, wall(2), "third"),
            new FailedAttempt(9, 1, worker, wall(2), "first"),
            new FailedAttempt(9, 2, worker, wall(3), null));
    assertThat(journal.failedAttempts(DETECT, 8, 1))
        .extracting(FailedAttempt::attempt)
        .containsExactly(1);
    assertThat(journal.failedAttempts(STITCH, 0, 10)).isEmpty();
  }

  @Test
  void anyTextCanBeStored() {
    String error = "\0 größer ☠ " + noise(20_000) + " the end";
    journal.append(batch(1, at(1), submitted(), registered(), bound()));
    journal.append(batch(2, at(2), released(new Released(1, 7, 3, BlockResult.FAILED, error))));

    String stored = journal.failedAttempts(DETECT, 0, 1).getFirst().error();

    assertThat(stored).hasSizeLessThanOrEqualTo(8192).endsWith(" the end").contains("größer ☠");
    assertThat(journal.audit(RUN, 0, 10).getLast().message())
        .hasSizeLessThanOrEqualTo(8192)
        .startsWith("Block 7 of detect failed for good in attempt 3")
        .endsWith(" the end");
  }

  @Test
  void aSnapshotTakesThePlaceOfWhatWasBefore() {
    journal.append(batch(1, at(100), submitted(), registered()));
    journal.append(with(SampleSnapshots.running(), batch(2, at(250), bound())));
    journal.append(batch(3, at(300), leased(1003, 40)));

    Replayed replayed = replayed(reopened());

    SnapshotCodecTest.assertSame(replayed.service, SampleSnapshots.service());
    SnapshotCodecTest.assertSame(replayed.runs, List.of(SampleSnapshots.running()));
    assertThat(replayed.restoredAt).isEqualTo(at(250));
    EventCodecTest.assertSame(replayed.events, List.of(leased(1003, 40)));
    assertThat(replayed.end).isEqualTo(new End(3, 300));
    assertThat(journal.audit(RUN, 0, 10)).extracting(AuditEntry::kind).contains("run_submitted");
  }

  @Test
  void aJournalMayEndWithASnapshot() {
    journal.append(with(SampleSnapshots.running(), batch(1, at(100), submitted())));

    Replayed replayed = replayed(reopened());

    assertThat(replayed.events).isEmpty();
    assertThat(replayed.end).isEqualTo(new End(1, 100));
  }

  @Test
  void aRunThatDidNotChangeKeepsItsOlderSnapshot() {
    journal.append(with(SampleSnapshots.ended("first"), batch(1, at(1), registered())));
    journal.append(with(SampleSnapshots.running(), batch(2, at(2), submitted())));
    journal.append(with(SampleSnapshots.ended("second"), batch(3, at(3), bound())));

    SnapshotCodecTest.assertSame(
        replayed(reopened()).runs,
        List.of(SampleSnapshots.running(), SampleSnapshots.ended("second")));
  }

  @Test
  void aSnapshotOfManyMegabytesComesBackWhole() {
    RunSnapshot large = SampleSnapshots.ended(noise(3_000_000));
    journal.append(with(large, batch(1, at(1), registered())));

    SnapshotCodecTest.assertSame(replayed(reopened()).runs, List.of(large));
  }

  @Test
  void aBatchThatComesAfterASnapshotOfItIsRefused() {
    journal.append(batch(1, at(1), registered()));
    journal.append(batch(2, at(2), submitted()));
    journal.append(with(SampleSnapshots.running(), batch(3, at(3), bound())));
    for (long number = 1; number <= 3; number++) {
      Batch late = batch(number, at(4), new Event.RunEnded(RUN, RunState.FAILED, null));
      assertThatThrownBy(() -> journal.append(late))
          .isInstanceOf(JournalUnavailableException.class);
    }

    assertThat(journal.audit(RUN, 0, 10)).extracting(AuditEntry::kind).doesNotContain("run_failed");
    journal.append(batch(4, at(5), leased(1003, 40)));
    assertThat(replayed(reopened()).end).isEqualTo(new End(4, 5));
  }

  @Test
  void aSnapshotWhoseBatchIsRefusedLeavesEverythingAsItWas() {
    journal.append(batch(1, at(1), registered()));

    Batch second = with(SampleSnapshots.running(), batch(1, at(2), submitted()));
    assertThatThrownBy(() -> journal.append(second))
        .isInstanceOf(JournalUnavailableException.class);

    Replayed replayed = replayed(reopened());
    assertThat(replayed.service).isNull();
    EventCodecTest.assertSame(replayed.events, List.of(registered()));
  }

  @Test
  void growthIsCountedFromTheLastSnapshot() {
    assertThat(journal.growth()).isEqualTo(Growth.NONE);
    journal.append(batch(1, at(1), registered()));
    long one = journal.growth().bytes();
    assertThat(one).isPositive();
    journal.append(with(SampleSnapshots.running(), batch(2, at(2), submitted())));
    Growth snapshot = journal.growth();
    assertThat(snapshot.snapshotAt()).isEqualTo(2);
    assertThat(snapshot.bytes()).isZero();
    assertThat(snapshot.snapshotBytes()).isPositive();
    journal.append(batch(3, at(3), registered()));
    assertThat(journal.growth().bytes()).isEqualTo(one);

    Journal again = reopened();
    again.replay(new Replayed());

    assertThat(again.growth().snapshotAt()).isEqualTo(2);
    assertThat(again.growth().bytes()).isEqualTo(one);
  }

  @Test
  void everybodyHasHisNameAfterASnapshot() {
    journal.append(with(SampleSnapshots.running(), batch(1, at(1), submitted())));
    Journal again = reopened();
    again.replay(new Replayed());

    again.append(batch(2, at(2), died(EndKind.DIRTY, null)));
    again.append(batch(3, at(3), registered(), new Event.BindingStarted(SPARE, DETECT, WORKER)));

    List<AuditEntry> trail = again.audit(RUN, 1, 10);
    assertThat(trail).first().extracting(AuditEntry::worker).isEqualTo("w-3");
    assertThat(trail).allSatisfy(entry -> assertThat(entry.message()).contains("box-1 (w-3)"));
  }

  @Test
  void nothingIsLeftOfARunThatIsForgotten() {
    RunId other = new RunId("bare-1");
    journal.append(batch(1, at(1), submitted(), registered(), bound(), failedAlways()));
    journal.append(
        batch(
            2, at(2), new Event.RunSubmitted(other, 1, SampleEvents.bare(), null, "digest", null)));
    journal.append(batch(3, at(3), new Event.RunEnded(RUN, RunState.CANCELLED, "by ada")));
    journal.append(batch(4, at(4), new Event.RunForgotten(RUN, 1)));

    Journal again = reopened();
    tidyUp(again);

    assertThat(again.audit(RUN, 0, 10)).isEmpty();
    assertThat(again.failedAttempts(DETECT, 0, 10)).isEmpty();
    assertThat(again.audit(other, 0, 10)).hasSize(1);
    assertThat(again.tidyUp()).isFalse();
    assertThat(replayed(again).events).last().isEqualTo(new Event.RunForgotten(RUN, 1));
  }

  /** Until then a rebuild needs it, to apply what came before it was forgotten. */
  @Test
  void aForgottenRunLeavesTheSnapshotsWithTheNextOne() {
    RunSnapshot ended = SampleSnapshots.ended("why");
    journal.append(with(ended, batch(1, at(1), registered())));
    journal.append(batch(2, at(2), new Event.RunForgotten(RUN, ended.order())));
    tidyUp(journal);
    assertThat(replayed(reopened()).runs).hasSize(1);

    Batch third = batch(3, at(3), new Event.LauncherWithdrawn("any"));
    journal.append(
        new Batch(
            third.number(),
            third.at(),
            third.events(),
            third.tasks(),
            third.runs(),
            new Journal.Snapshot(SampleSnapshots.service(), List.of(), List.of(ended.order()))));

    assertThat(replayed(reopened()).runs).isEmpty();
  }

  private static void tidyUp(Journal journal) {
    while (journal.tidyUp()) {
      assertThat(journal.growth()).isNotNull();
    }
  }

  // ---- what the tests are made of

  private static final BindingId SPARE = new BindingId(88);

  /** With the sample of the service's part. */
  private static Batch with(RunSnapshot run, Batch batch) {
    return new Batch(
        batch.number(),
        batch.at(),
        batch.events(),
        batch.tasks(),
        batch.runs(),
        new Journal.Snapshot(SampleSnapshots.service(), List.of(run)));
  }

  /** What a journal gave. */
  static final class Replayed implements Journal.Rebuild {
    final List<Event.Durable> events = new ArrayList<>();
    final List<Moment> moments = new ArrayList<>();
    @Nullable ServiceSnapshot service;
    List<RunSnapshot> runs = List.of();
    @Nullable Moment restoredAt;
    End end = End.START;

    @Override
    public void restore(ServiceSnapshot service, List<RunSnapshot> runs, Moment at) {
      assertThat(events).isEmpty();
      this.service = service;
      this.runs = runs;
      restoredAt = at;
    }

    @Override
    public void apply(Event.Durable event, Moment at) {
      events.add(event);
      moments.add(at);
    }
  }

  static Replayed replayed(Journal journal) {
    Replayed replayed = new Replayed();
    replayed.end = journal.replay(replayed);
    return replayed;
  }

  static Moment at(long ticks) {
    return new Moment(ticks, wall(ticks));
  }

  private static long wall(long ticks) {
    return 1_800_000_000_000L + ticks;
  }

  /** With the rows that the engine adds: all tasks of a run submitted, and its state. */
  static Batch batch(long number, Moment at, Event.Durable... events) {
    List<TaskRow> tasks = new ArrayList<>();
    List<RunRow> runs = new ArrayList<>();
    for (Event.Durable event : events) {
      if (event instanceof Event.RunSubmitted submitted) {
        Pipeline pipeline = submitted.pipeline();
        pipeline.tasks().stream()
            .map(task -> new TaskId(submitted.run(), task.id()))
            .map(task -> new TaskRow(task, "RUNNING", null, counters(4, 0), 0))
            .forEach(tasks::add);
        runs.add(new RunRow(submitted.run(), RunState.RUNNING, 0));
      } else if (event instanceof Event.RunEnded ended) {
        runs.add(new RunRow(ended.run(), ended.state(), 0));
      }
    }
    return new Batch(number, at, List.of(events), tasks, runs);
  }

  static Counters counters(long total, long completed) {
    return new Counters(total, total - completed, 0, completed, 0, 0, 0, 0, 1, 0, 0, 0);
  }

  static Event.Durable submitted() {
    return new Event.RunSubmitted(RUN, 12, SampleEvents.deepfield(), "key", "digest", "/data");
  }

  static Event.Durable registered() {
    return new Event.WorkerRegistered(
        WORKER,
        "box-1",
        "box",
        WorkerKind.COMMAND,
        SampleEvents.tags("linux"),
        null,
        null,
        null,
        "digest");
  }

  static Event.Durable bound() {
    return new Event.BindingStarted(BINDING, DETECT, WORKER);
  }

  private static Event.Durable leased(long firstLease, long... blocks) {
    return new Event.BlocksLeased(BINDING, DETECT, firstLease, blocks);
  }

  private static Event.Durable released(Released... results) {
    return new Event.BlocksReleased(BINDING, DETECT, List.of(results));
  }

  private static Event.Durable failedAlways() {
    return released(new Released(1, 7, 3, BlockResult.FAILED, "boom"));
  }

  private static Event.Durable died(EndKind end, ChargedBlock charged) {
    return new Event.BindingEnded(BINDING, DETECT, end, "no heartbeat for 30s", charged);
  }

  /** Letters that no compression makes much smaller. */
  private static String noise(int length) {
    Random random = new Random(42);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt(90)));
    }
    return text.toString();
  }
}
