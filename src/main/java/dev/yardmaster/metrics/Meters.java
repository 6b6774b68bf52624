package dev.yardmaster.metrics;

import dev.yardmaster.metrics.Metric.Kind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes meters by their entry in {@link Metric}. */
final class Meters {

  /** A commit takes a millisecond on a good disk; beyond some seconds the database hangs. */
  private static final Duration[] SHORT = millis(1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000);

  /** Blocks take from milliseconds to hours, and tasks wait as long. */
  private static final Duration[] LONG =
      millis(10, 100, 1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000);

  private final MeterRegistry registry;

  Meters(MeterRegistry registry) {
    this.registry = registry;
  }

  private static Duration[] millis(long... bounds) {
    Duration[] durations = new Duration[bounds.length];
    for (int i = 0; i < bounds.length; i++) {
      durations[i] = Duration.ofMillis(bounds[i]);
    }
    return durations;
  }

  Counter counter(Metric metric, String... values) {
    return Counter.builder(metric.stem())
        .description(metric.help())
        .tags(tags(metric, Kind.COUNTER, values))
        .register(registry);
  }

  /** Of things that the service does: milliseconds to seconds. */
  Timer shortTimer(Metric metric, String... values) {
    return timer(metric, SHORT, values);
  }

  /** Of work: milliseconds to hours. */
  Timer longTimer(Metric metric, String... values) {
    return timer(metric, LONG, values);
  }

  private Timer timer(Metric metric, Duration[] bounds, String... values) {
    return Timer.builder(metric.stem())
        .description(metric.help())
        .tags(tags(metric, Kind.HISTOGRAM, values))
        .serviceLevelObjectives(bounds)
        .register(registry);
  }

  void gauge(Metric metric, Supplier<Number> value, String... values) {
    Gauge.builder(metric.stem(), value)
        .description(metric.help())
        .tags(tags(metric, Kind.GAUGE, values))
        .strongReference(true)
        .register(registry);
  }

  private static Tags tags(Metric metric, Kind kind, String... values) {
    if (metric.kind() != kind || metric.labels().size() != values.length) {
      throw new IllegalArgumentException(metric + " is a " + metric.kind() + metric.labels());
    }
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      tags.add(Tag.of(metric.labels().get(i), values[i]));
    }
    return Tags.of(tags);
  }
}
