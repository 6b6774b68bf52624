package dev.yardmaster.history;

import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.history.HistoryStore.Kind;
import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.SharesView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows all runs and remembers what they looked like. Everything here runs on one thread.
 *
 * <p>Running runs are in memory; those that ended are in the database alone.
 */
final class Recorder implements Follower.Body {

  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
  private static final long SECOND = 1_000_000_000L;

  /** Who and what is there when following begins. */
  private record Opening(List<RunId> running, List<WorkerView> workers) {}

  /** What is seen of the runs once a second. */
  private record Look(List<RunTotals> totals, SharesView shares) {}

  private final Engine engine;
  private final HistoryStore store;
  private final EngineClock clock;

  /** Back to the thread on which all of this runs. */
  private final Consumer<Runnable> thread;

  private final Map<RunId, RunRecord> runs = new LinkedHashMap<>();
  private final Roster roster = new Roster(this::draw);
  private final Rates rates = new Rates();

  /** Facts that came before the opening did; null once that is there. */
  private @Nullable List<Batch> early = new ArrayList<>();

  private boolean asked;
  private long life;
  private long nextLook;
  private long nextOpening;
  private boolean complained;

  Recorder(Engine engine, HistoryStore store, EngineClock clock, Consumer<Runnable> thread) {
    this.engine = engine;
    this.store = store;
    this.clock = clock;
    this.thread = thread;
  }

  Rates rates() {
    return rates;
  }

  /** Of a run that is in memory; null where it is not. */
  @Nullable Curves curves(RunId run) {
    RunRecord record = runs.get(run);
    return record == null ? null : record.curves();
  }

  /** Of a run that is in memory; null where it is not. */
  @Nullable Timeline timeline(RunId run) {
    RunRecord record = runs.get(run);
    return record == null ? null : record.timeline(roster.atWork(run), clock.wallMillis());
  }

  /** The run is no more. The journal deletes its rows too, if this should not come to it. */
  private void forget(RunId run) {
    runs.remove(run);
    try {
      store.forget(run);
    } catch (RuntimeException e) {
      LOG.atDebug()
          .addKeyValue("run", run.toString())
          .log("The history of {} is left to the journal: {}", run, e.getMessage());
    }
  }

  // --- beginning --------------------------------------------------------------------------------

  @Override
  public void missed() {
    life++;
    early = new ArrayList<>();
    asked = false;
    nextOpening = clock.nanos();
  }

  private void open(long now) {
    asked = true;
    nextOpening = now + SECOND;
    ask(
        (scheduler, moment) ->
            new Opening(
                scheduler.runs(RunState.RUNNING, null, null, Integer.MAX_VALUE).stream()
                    .map(run -> run.id())
                    .toList(),
                scheduler.workers(moment)),
        this::opened);
  }

  private void opened(Picture<Opening> picture) {
    List<Batch> since = early == null ? List.of() : early;
    early = null;
    rates.clear();
    Opening opening = picture.value();
    roster.restart(opening.workers(), clock.wallMillis());
    // Of those that ended meanwhile the last look is due.
    runs.forEach((run, record) -> record.ended = !opening.running().contains(run));
    opening.running().forEach(this::resume);
    since.stream().filter(batch -> batch.number() > picture.batch()).forEach(this::follow);
  }

  private void resume(RunId run) {
    if (runs.containsKey(run)) {
      return;
    }
    try {
      Curves curves =
          store
              .load(run, Kind.CURVES)
              .map(bytes -> HistoryCodec.decode(bytes, Curves.class))
              .orElse(null);
      Timeline timeline =
          store
              .load(run, Kind.TIMELINE)
              .map(bytes -> HistoryCodec.decode(bytes, Timeline.class))
              .orElse(null);
      runs.put(run, new RunRecord(curves, timeline));
      if (timeline != null) {
        reopen(run, timeline);
      }
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("run", run.toString())
          .log("The history of {} cannot be read; a new one begins: {}", run, e.getMessage());
      runs.put(run, new RunRecord());
    }
  }

  private void reopen(RunId run, Timeline timeline) {
    for (Timeline.Row row : timeline.rows()) {
      for (Bar bar : row.bars()) {
        if (bar.open()) {
          roster.since(run, row.worker(), bar.task(), bar.from());
        }
      }
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
    long at = batch.at().wallMillis();
    for (Event.Durable event : batch.events()) {
      if (event instanceof Event.RunSubmitted submitted) {
        runs.put(submitted.run(), new RunRecord());
      }
      roster.follow(event, at);
      if (event instanceof Event.RunEnded ended) {
        RunRecord record = runs.get(ended.run());
        if (record != null) {
          record.ended = true;
        }
      } else if (event instanceof Event.RunForgotten forgotten) {
        forget(forgotten.run());
      }
    }
    batch.tasks().forEach(row -> rates.note(row, at));
  }

  private void draw(RunId run, WorkerId worker, String name, String host, Bar bar) {
    RunRecord record = runs.get(run);
    if (record != null) {
      record.bars().add(worker, name, host, bar, mostBars());
      record.drew();
    }
  }

  private int mostBars() {
    return Math.clamp(
        HistoryLimits.ALL_BARS / Math.max(1, runs.size()),
        HistoryLimits.MIN_BARS,
        HistoryLimits.MAX_BARS);
  }

  // --- once a second ----------------------------------------------------------------------------

  @Override
  public long pass(long now) {
    if (early != null) {
      if (!asked && now >= nextOpening) {
        open(now);
      }
    } else if (!asked && now >= nextLook) {
      nextLook = now + HistoryLimits.SAMPLE_EVERY.toNanos();
      rates.pass(clock.wallMillis());
      look();
      save(now);
    }
    return SECOND / 4;
  }

  private void look() {
    long at = clock.wallMillis();
    Set<RunId> due = new LinkedHashSet<>();
    runs.forEach(
        (run, record) -> {
          if (record.ended || record.isDue(at)) {
            due.add(run);
          }
        });
    if (!due.isEmpty()) {
      asked = true;
      ask(
          (scheduler, moment) ->
              new Look(
                  due.stream().flatMap(run -> scheduler.totals(run).stream()).toList(),
                  scheduler.shares(due, moment)),
          picture -> looked(due, picture.value(), at));
    }
  }

  private void looked(Set<RunId> due, Look look, long at) {
    Set<RunId> gone = new LinkedHashSet<>(due);
    for (RunTotals totals : look.totals()) {
      gone.remove(totals.id());
      RunRecord record = runs.get(totals.id());
      if (record != null) {
        record.sample(totals, look.shares().runs().getOrDefault(totals.id(), List.of()), at);
        record.ended = totals.state().terminal();
        if (record.ended && store(totals.id(), record)) {
          runs.remove(totals.id());
        }
      }
    }
    gone.forEach(runs::remove);
    dropUnsaved();
  }

  private void dropUnsaved() {
    long ended = runs.values().stream().filter(record -> record.ended).count();
    Iterator<RunRecord> all = runs.values().iterator();
    while (ended > HistoryLimits.MAX_UNSAVED && all.hasNext()) {
      if (all.next().ended) {
        all.remove();
        ended--;
      }
    }
  }

  private <T> void ask(BiFunction<Scheduler, Moment, T> look, Consumer<Picture<T>> then) {
    long asking = life;
    engine
        .picture(look)
        .whenComplete(
            (picture, failure) ->
                thread.accept(
                    () -> {
                      if (asking == life) {
                        asked = false;
                        if (picture != null) {
                          then.accept(picture);
                        }
                      }
                    }));
  }

  // --- storing ----------------------------------------------------------------------------------

  private void save(long now) {
    int saved = 0;
    for (Map.Entry<RunId, RunRecord> entry : List.copyOf(runs.entrySet())) {
      RunRecord record = entry.getValue();
      if (saved < HistoryLimits.SAVES_AT_ONCE && now >= record.nextSave) {
        if (record.nextSave == 0) {
          record.nextSave = now + HistoryLimits.SAVE_EVERY.toNanos();
        } else if (record.takeChanged()) {
          saved++;
          store(entry.getKey(), record);
        }
      }
    }
  }

  /** Everything that is not stored yet; the service is about to stop. */
  void saveAll() {
    runs.forEach(
        (run, record) -> {
          if (record.takeChanged()) {
            store(run, record);
          }
        });
  }

  /** Whether it came to that. */
  private boolean store(RunId run, RunRecord record) {
    byte[] curves = HistoryCodec.encode(record.curves());
    byte[] timeline = HistoryCodec.encode(record.timeline(roster.atWork(run), clock.wallMillis()));
    long forBytes = (curves.length + timeline.length) * SECOND / HistoryLimits.BYTES_A_SECOND;
    record.nextSave = clock.nanos() + Math.max(HistoryLimits.SAVE_EVERY.toNanos(), forBytes);
    try {
      store.save(run, Kind.CURVES, curves);
      store.save(run, Kind.TIMELINE, timeline);
      complained = false;
      return true;
    } catch (RuntimeException e) {
      record.drew();
      complain(run, e);
      return false;
    }
  }

  private void complain(RunId run, RuntimeException failure) {
    if (!complained) {
      LOG.atWarn()
          .addKeyValue("run", run.toString())
          .log(
              "The history of {} could not be stored; its curves may miss some time. It is tried"
                  + " again: {}",
              run,
              failure.getMessage());
    }
    complained = true;
  }
}
