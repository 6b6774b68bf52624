package dev.yardmaster.testing;

import dev.yardmaster.history.Curves;
import dev.yardmaster.history.Histories;
import dev.yardmaster.history.Timeline;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Knows what it was given. */
public final class FakeHistories implements Histories {

  private final Map<TaskId, Double> rates = new ConcurrentHashMap<>();
  private final Map<RunId, Curves> curves = new ConcurrentHashMap<>();
  private final Map<RunId, Timeline> timelines = new ConcurrentHashMap<>();

  public void hold(TaskId task, double rate) {
    rates.put(task, rate);
  }

  public void hold(RunId run, Curves ofRun) {
    curves.put(run, ofRun);
  }

  public void hold(RunId run, Timeline ofRun) {
    timelines.put(run, ofRun);
  }

  @Override
  public @Nullable Double rate(TaskId task) {
    return rates.get(task);
  }

  @Override
  public Optional<Curves> curves(RunId run) {
    return Optional.ofNullable(curves.get(run));
  }

  @Override
  public Optional<Timeline> timeline(RunId run) {
    return Optional.ofNullable(timelines.get(run));
  }

  void reset() {
    rates.clear();
    curves.clear();
    timelines.clear();
  }
}
