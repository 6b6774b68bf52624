package dev.yardmaster.metrics;

import dev.yardmaster.engine.Answers;
import dev.yardmaster.engine.CommittedListener;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.EngineLoad;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.scheduler.event.Event;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The metrics of a service, with their thread. */
public final class MetricsService {

  private final BoundedLabels pipelines = new BoundedLabels(MetricBounds.MAX_PIPELINES);
  private final Tally tally;
  private final Follower follower;
  private final StateCollector collector;

  /**
   * @param load how busy the engine is; asked at every scrape
   * @param liveClients how many watch over a WebSocket; asked at every scrape
   * @param version of the program
   */
  public MetricsService(
      Engine engine,
      EngineClock clock,
      MeterRegistry registry,
      Supplier<EngineLoad> load,
      IntSupplier liveClients,
      String version) {
    Meters meters = new Meters(registry);
    tally = new Tally(engine, clock, new WorkMeters(meters, pipelines), this::post);
    Follower.Body body = new Both(new FactsLog(clock), tally);
    this.follower = new Follower("yardmaster-metrics", body, clock);
    this.collector =
        new StateCollector(
            new Pictures(engine, clock), load, liveClients, clock, version, pipelines);
    engine.listen(follower);
    engine.listen(new Commits(meters));
  }

  private void post(Runnable task) {
    follower.post(task);
  }

  /**
   * Begins to count; the engine has to be there. Returns when the state was looked at, so that the
   * first page that somebody is shown is right, or when that takes too long.
   */
  public void start() {
    follower.start();
    Answers.happens(MetricBounds.FIRST_LOOK, tally.begun());
  }

  public void stop() {
    follower.stop();
  }

  /** What stands at the moment, for the page that Prometheus scrapes. */
  public MultiCollector state() {
    return collector;
  }

  /** The log waits for whoever reads it, so it is not written on the committer's thread. */
  private record Both(FactsLog log, Tally tally) implements Follower.Body {

    @Override
    public void committed(Batch batch, List<AuditEntry> told) {
      log.committed(batch, told);
      tally.committed(batch, told);
    }

    @Override
    public void missed() {
      tally.missed();
    }

    @Override
    public long pass(long now) {
      return tally.pass(now);
    }
  }

  /** Measured on the committer's thread: some 100 ns a batch, and as much an answer with blocks. */
  private static final class Commits implements CommittedListener {

    private final Timer commit;
    private final Timer dispatch;
    private final Counter failures;
    private final Counter rebuilds;

    Commits(Meters meters) {
      commit = meters.shortTimer(Metric.COMMIT);
      dispatch = meters.shortTimer(Metric.DISPATCH);
      failures = meters.counter(Metric.COMMIT_FAILURES);
      rebuilds = meters.counter(Metric.REBUILDS);
    }

    @Override
    public void stored(Batch batch, Timing timing) {
      commit.record(timing.store(), TimeUnit.NANOSECONDS);
      for (Event.Durable event : batch.events()) {
        if (event instanceof Event.BlocksLeased) {
          dispatch.record(timing.sinceRequest(), TimeUnit.NANOSECONDS);
        }
      }
    }

    @Override
    public void notStored() {
      failures.increment();
    }

    @Override
    public void committed(Batch batch, List<AuditEntry> told) {}

    @Override
    public void rebuilt() {
      rebuilds.increment();
    }
  }
}
