package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What survives a restart: the durable events, and perhaps a snapshot of an earlier moment. */
final class Memory {

  private record Recorded(Event.Durable event, Moment at) {}

  private record Snapshot(ServiceSnapshot service, List<RunSnapshot> runs, Moment at, int events) {}

  private final SchedulerSettings settings;
  private final List<Recorded> journal = new ArrayList<>();
  private @Nullable Snapshot snapshot;

  Memory(SchedulerSettings settings) {
    this.settings = settings;
  }

  void record(Event event, Moment at) {
    if (event instanceof Event.Durable durable) {
      journal.add(new Recorded(durable, at));
    }
  }

  void save(Scheduler scheduler, Moment at) {
    List<RunSnapshot> runs =
        scheduler.runs(null, null, null, Integer.MAX_VALUE).reversed().stream()
            .map(run -> scheduler.snapshotRun(run.id()).orElseThrow())
            .toList();
    snapshot = new Snapshot(scheduler.snapshotService(), runs, at, journal.size());
  }

  /** Another scheduler with the same past, all of it heard again. */
  Scheduler replayed() {
    Scheduler scheduler = new Scheduler(settings);
    hear(scheduler, journal);
    return scheduler;
  }

  /** Another scheduler with the same past, from the last snapshot on. */
  Scheduler restored() {
    if (snapshot == null) {
      return replayed();
    }
    Scheduler scheduler = new Scheduler(settings);
    scheduler.restore(snapshot.service(), snapshot.runs(), snapshot.at());
    hear(scheduler, journal.subList(snapshot.events(), journal.size()));
    return scheduler;
  }

  private static void hear(Scheduler scheduler, List<Recorded> events) {
    events.forEach(recorded -> scheduler.apply(recorded.event(), recorded.at()));
    scheduler.checkInvariants();
  }
}
