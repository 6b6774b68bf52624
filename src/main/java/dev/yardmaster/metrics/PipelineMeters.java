package dev.yardmaster.metrics;

import dev.yardmaster.scheduler.RunState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The meters of the pipelines that share a place on the page, all there from the beginning. */
final class PipelineMeters {

  private final Map<RunState, Counter> ended = new EnumMap<>(RunState.class);

  final Counter submitted;
  final Timer queue;
  final AtomicLong running = new AtomicLong();

  PipelineMeters(Meters meters, String pipeline) {
    submitted = meters.counter(Metric.RUNS_SUBMITTED, pipeline);
    queue = meters.longTimer(Metric.QUEUE, pipeline);
    meters.gauge(Metric.RUNS_RUNNING, running::get, pipeline);
    for (RunState state : RunState.values()) {
      if (state.terminal()) {
        String how = state.name().toLowerCase(Locale.ROOT);
        ended.put(state, meters.counter(Metric.RUNS_ENDED, pipeline, how));
      }
    }
  }

  void ended(RunState state) {
    Counter counter = ended.get(state);
    if (counter != null) {
      counter.increment();
    }
  }
}
