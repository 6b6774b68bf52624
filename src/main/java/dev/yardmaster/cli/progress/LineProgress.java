package dev.yardmaster.cli.progress;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import dev.yardmaster.cli.report.Words;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Progress for a log: a line every few seconds with the tasks that changed since the line before,
 * and none while nothing does.
 */
public final class LineProgress implements Progress {

  /** Often enough for somebody who watches, rarely enough for somebody who reads it later. */
  static final Duration EVERY = Duration.ofSeconds(5);

  /** A line that is longer is not read. */
  private static final int TASKS_A_LINE = 6;

  private final PrintStream out;
  private final Stillness stillness = new Stillness();
  private final Map<String, Shown> shown = new HashMap<>();
  private Duration shownAt = Duration.ZERO;
  private Duration explainedAt = Duration.ZERO;
  private @Nullable String explained;

  public LineProgress(PrintStream out) {
    this.out = out;
  }

  /** What the last line with a task said of it. */
  private record Shown(long completed, long failed, long orphaned, int alive, String state) {

    private static final Shown NOTHING = new Shown(0, 0, 0, 0, TaskAnswer.State.RUNNING.name());

    static Shown of(TaskAnswer task) {
      return new Shown(
          task.counters().completed(),
          task.counters().failed(),
          task.counters().orphaned(),
          task.state() == TaskAnswer.State.RUNNING ? task.alive() : 0,
          task.state().name());
    }
  }

  @Override
  public void show(RunAnswer run, Duration elapsed) {
    if (run.ended() || elapsed.minus(shownAt).compareTo(EVERY) >= 0) {
      changes(run, elapsed);
    }
    explain(stillness.explain(run, elapsed), elapsed);
  }

  @Override
  public void say(String line) {
    out.println(line);
  }

  @Override
  public void close() {
    out.flush();
  }

  private void changes(RunAnswer run, Duration elapsed) {
    List<TaskAnswer> changed = run.tasks().stream().filter(this::changed).toList();
    if (!changed.isEmpty()) {
      Duration since = elapsed.minus(shownAt);
      String more =
          changed.size() > TASKS_A_LINE
              ? " | and " + Words.count(changed.size() - TASKS_A_LINE, "more task")
              : "";
      line(
          elapsed,
          changed.stream()
              .limit(TASKS_A_LINE)
              .map(task -> words(task, since))
              .collect(Collectors.joining(" | ", "", more)));
      changed.forEach(task -> shown.put(task.id(), Shown.of(task)));
    }
    shownAt = elapsed;
  }

  private boolean changed(TaskAnswer task) {
    return !Shown.of(task).equals(before(task));
  }

  private Shown before(TaskAnswer task) {
    return shown.getOrDefault(task.id(), Shown.NOTHING);
  }

  private String words(TaskAnswer task, Duration since) {
    long done = task.counters().completed() - before(task).completed();
    double perSecond = since.isZero() ? 0 : done * 1000.0 / since.toMillis();
    StringBuilder words = new StringBuilder(task.id() + " " + TaskWords.ratio(task));
    TaskWords.details(task, perSecond).forEach(detail -> words.append(", ").append(detail));
    return words.toString();
  }

  /** Once for each new reason, and never more often than the other lines. */
  private void explain(Optional<String> why, Duration elapsed) {
    if (why.isEmpty()) {
      explained = null;
    } else if (!why.get().equals(explained) && elapsed.minus(explainedAt).compareTo(EVERY) >= 0) {
      line(elapsed, "no block has ended for a while: " + why.get());
      explained = why.get();
      explainedAt = elapsed;
    }
  }

  private void line(Duration elapsed, String text) {
    out.println("[" + Words.clock(elapsed) + "] " + text);
  }
}
