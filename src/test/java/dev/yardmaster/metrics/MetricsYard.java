package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.EngineSettings;
import dev.yardmaster.engine.SchedulerEngine;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A service without HTTP that is measured, on the test's time. */
final class MetricsYard implements AutoCloseable, EngineClock {

  private static final String TOKEN = "token";
  private static final long WALL = 1_800_000_000_000L;

  /** Service time goes no further in one look. */
  private static final Duration STEP = Duration.ofSeconds(1);

  final TroubledJournal journal = new TroubledJournal();
  private final AtomicLong nanos = new AtomicLong();
  private final Resources budget;
  private SchedulerEngine engine;
  private PrometheusMeterRegistry page;
  private MetricsService metrics;

  MetricsYard() {
    this(Map.of("cpu", 8L));
  }

  MetricsYard(Map<String, Long> budget) {
    this.budget = Resources.of(budget);
    start();
  }

  private void start() {
    engine =
        new SchedulerEngine(
            journal, SchedulerSettings.DEFAULTS, budget, EngineSettings.DEFAULTS, this);
    page = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    metrics = new MetricsService(engine, this, page, engine::load, () -> 3, "1.2.3");
    page.getPrometheusRegistry().register(metrics.state());
    engine.start();
    metrics.start();
  }

  /** Another service on the same journal, with metrics of its own. */
  void restarts() {
    close();
    start();
  }

  @Override
  public void close() {
    metrics.stop();
    engine.stop();
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public long wallMillis() {
    return WALL + nanos.get() / 1_000_000;
  }

  /** Time goes by, and the engine sees it. */
  void passes(Duration time) {
    for (long left = time.toMillis(); left > 0; left -= STEP.toMillis()) {
      turnsTo(Duration.ofMillis(Math.min(left, STEP.toMillis())));
      does(new Command.Tick());
    }
  }

  /** Time goes by, and the engine has not looked yet. */
  void turnsTo(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  Outcome does(Command command) {
    try {
      return engine.submit(command).get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Asks for something whose answer nobody waits for. */
  void asks(Command command) {
    engine.submit(command);
  }

  boolean isReady() {
    return engine.isReady();
  }

  RunId submits(Pipeline pipeline) {
    return ((Outcome.Submitted) does(submission(pipeline))).run();
  }

  static Command submission(Pipeline pipeline) {
    return new Command.SubmitRun(pipeline, null, "d", null);
  }

  WorkerId registers(String name, String... tags) {
    return ((Outcome.Registered)
            does(
                new Command.RegisterWorker(
                    name,
                    "host",
                    WorkerKind.CLIENT,
                    new TreeSet<>(List.of(tags)),
                    null,
                    null,
                    null,
                    TOKEN)))
        .worker();
  }

  /** Asks for blocks, and gets some. */
  List<LeasedBlock> acquires(WorkerId worker, int most) {
    Command ask = new Command.Acquire(worker, TOKEN, most, Duration.ZERO);
    Outcome answer = does(ask);
    // It may first hear that what it did before is over.
    return ((Outcome.Work) (answer instanceof Outcome.Ended ? does(ask) : answer)).blocks();
  }

  void asksForLong(WorkerId worker) {
    asks(new Command.Acquire(worker, TOKEN, 1, Duration.ofHours(1)));
  }

  void releases(WorkerId worker, LeasedBlock block, boolean good) {
    does(
        new Command.Release(
            worker,
            TOKEN,
            List.of(new Command.BlockResult(block.lease(), good, good ? null : "broken")),
            null));
  }

  void diesAtItsTask(WorkerId worker) {
    does(new Command.Unbind(worker, TOKEN, false, "killed", 9));
  }

  /** What Prometheus is answered. */
  String scrape() {
    return page.scrape();
  }

  /** The lines of the page, by what stands before the value. */
  SortedMap<String, Double> series() {
    SortedMap<String, Double> series = new TreeMap<>();
    scrape()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int gap = line.lastIndexOf(' ');
              series.put(line.substring(0, gap), Double.valueOf(line.substring(gap + 1)));
            });
    return series;
  }

  /** As {@link #awaits}, where something is tried again after a while. */
  void awaitsInTime(String series, double value) {
    await()
        .untilAsserted(
            () -> {
              turnsTo(MetricBounds.ASK_AGAIN);
              assertThat(series().get(series)).as(series).isEqualTo(value);
            });
  }

  /** Nothing is missing any more that was committed before. */
  void awaits(String series, double value) {
    await().untilAsserted(() -> assertThat(series().get(series)).as(series).isEqualTo(value));
  }
}
