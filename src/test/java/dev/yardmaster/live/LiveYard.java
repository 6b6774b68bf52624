package dev.yardmaster.live;

import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.live.Scenes.Pulse;
import dev.yardmaster.live.Scenes.Scene;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.SharesView;
import dev.yardmaster.testing.FakeHistories;
import dev.yardmaster.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A switchboard in the test's hands. Its service has one run with one task, {@code detect}, of
 * which each batch completes one block: after batch n, n blocks are done.
 */
final class LiveYard {

  static final RunId RUN = Samples.RUN;
  static final long TOTAL = 1_000_000;

  final FakeScenes scenes = new FakeScenes();
  final Switchboard switchboard;
  private final List<Runnable> posted = new ArrayList<>();
  private long nanos;
  private long batch;
  private long audit;

  LiveYard() {
    Frames frames =
        new Frames(
            new FakeHistories(), InstantSource.fixed(Instant.ofEpochMilli(Samples.NOON + 60_000)));
    switchboard = new Switchboard(scenes, frames, posted::add, 0);
  }

  Client connects(FakeLine line) {
    Client client = new Client(line, posted::add, nanos);
    switchboard.connects(client);
    return client;
  }

  /** As one whose session ends at that time. */
  Client connectsUntil(FakeLine line, Duration time) {
    Client client = new Client(line, posted::add, nanos, nanos + time.toNanos());
    switchboard.connects(client);
    return client;
  }

  /** Connects, subscribes to the run, and has its snapshot of now. */
  Client follows(FakeLine line) {
    Client client = connects(line);
    subscribes(client, RUN.value());
    sceneIsTaken();
    return client;
  }

  void subscribes(Client client, String... names) {
    List<String> all = List.of(names);
    switchboard.subscribes(
        client,
        new Subscription(
            all.contains("*"),
            all.stream().filter(name -> !name.equals("*")).map(RunId::new).toList()));
    runPosted();
  }

  /** The oldest snapshot that was asked for is taken now. */
  void sceneIsTaken() {
    FakeScenes.AskedScene asked = Objects.requireNonNull(scenes.scenes.poll(), "a scene");
    asked.answer().complete(scene(asked.wanted()));
    runPosted();
  }

  /** What a look at the state shows now. */
  Picture<Scene> scene(Subscription wanted) {
    List<RunSummary> runs =
        wanted.all() ? List.of(Samples.summary(RUN.value(), RunState.RUNNING)) : List.of();
    List<RunView> details = wanted.runs().contains(RUN) ? List.of(view()) : List.of();
    return new Picture<>(batch, new Scene(runs, details, shares(0)));
  }

  /** A block is done, and this many events are told with it. */
  void commits(int events) {
    Batch committed = nextBatch();
    List<AuditEntry> told = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      audit++;
      told.add(
          new AuditEntry(audit, Samples.NOON, RUN, "detect", null, "block_failed", "No. " + audit));
    }
    switchboard.committed(committed, told);
    runPosted();
  }

  /** A batch that is committed, and of which nobody is told. */
  Batch nextBatch() {
    batch++;
    return new Batch(
        batch,
        new Moment(batch, Samples.NOON + batch),
        List.of(new Event.TaskDone(Samples.DETECT)),
        List.of(new TaskRow(new TaskId(RUN, "detect"), "RUNNING", null, counters(), 1)),
        List.of());
  }

  long batch() {
    return batch;
  }

  long lastAudit() {
    return audit;
  }

  /** The pulse that was asked for is taken now, with so much of the cpu used. */
  void pulseIsTaken(long used) {
    FakeScenes.AskedPulse asked = Objects.requireNonNull(scenes.pulses.poll(), "a pulse");
    List<RunTotals> totals =
        asked.totals().stream()
            .map(run -> new RunTotals(run, RunState.RUNNING, Samples.NOON, null, counters(), 1))
            .toList();
    List<RunView> explained = asked.explained().contains(RUN) ? List.of(view()) : List.of();
    asked.answer().complete(new Picture<>(batch, new Pulse(totals, explained, shares(used))));
    runPosted();
  }

  private static SharesView shares(long used) {
    ResourceShare cpu = ResourceShare.of("cpu", 4L, used, 0, 0);
    return new SharesView(List.of(cpu), Map.of(), 3, 2);
  }

  void passes(Duration time) {
    nanos += time.toNanos();
    switchboard.pass(nanos);
    runPosted();
  }

  long nanos() {
    return nanos;
  }

  void runPosted() {
    while (!posted.isEmpty()) {
      posted.removeFirst().run();
    }
  }

  private Counters counters() {
    return new Counters(TOTAL, TOTAL - batch - 1, 1, batch, 0, 0, 0, 0, 1, 0, 0, 0);
  }

  private RunView view() {
    RunView sample = Samples.running();
    TaskView detect =
        new TaskView(
            "detect",
            TaskState.RUNNING,
            null,
            counters(),
            1,
            0,
            List.of(new Waiting.MaxWorkersReached(1)),
            Samples.NOON,
            null);
    return new RunView(
        RUN,
        sample.pipeline(),
        RunState.RUNNING,
        null,
        Samples.NOON,
        null,
        0,
        sample.budget(),
        sample.used(),
        List.of(detect));
  }
}
