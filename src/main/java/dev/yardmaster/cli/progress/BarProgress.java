package dev.yardmaster.cli.progress;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import dev.yardmaster.cli.report.Words;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Progress for a terminal: a bar for each task, and below them why nothing moves, if so. Where the
 * tasks are more than the terminal has lines, one bar stands for all of them.
 */
public final class BarProgress implements Progress {

  /** For what was typed, for the line with the reasons, and for the line with the cursor. */
  private static final int LINES_KEPT_FREE = 4;

  private final Screen screen;
  private final ErrorsAbove errors;
  private final ProgressBarStyle style;
  private final TerminalSize size;
  private final Stillness stillness = new Stillness();
  private final Map<String, TaskBar> bars = new HashMap<>();
  private final Map<String, String> ended = new HashMap<>();
  private final Map<String, Pace> paces = new HashMap<>();

  BarProgress(PrintStream out, ProgressBarStyle style, TerminalSize size) {
    this.screen = new Screen(out);
    this.errors = ErrorsAbove.install(screen);
    this.style = style;
    this.size = size;
  }

  @Override
  public void show(RunAnswer run, Duration elapsed) {
    List<String> lines = new ArrayList<>();
    if (run.tasks().size() > size.rows() - LINES_KEPT_FREE) {
      lines.add(all(run, elapsed));
    } else {
      int width = run.tasks().stream().mapToInt(task -> task.id().length()).max().orElse(0);
      run.tasks().forEach(task -> lines.add(line(task, pad(task.id(), width), elapsed)));
    }
    stillness.explain(run, elapsed).ifPresent(why -> lines.add(cut("  " + why)));
    screen.draw(lines);
  }

  @Override
  public void say(String line) {
    screen.above(line);
  }

  @Override
  public void close() {
    bars.values().forEach(TaskBar::close);
    errors.close();
  }

  /** The time on a bar stands still with the end of its task. */
  private String line(TaskAnswer task, String name, Duration elapsed) {
    String last = ended.get(task.id());
    if (last != null) {
      return last;
    }
    if (!begun(task)) {
      return cut(name + "   0% " + TaskWords.ratio(task));
    }
    double pace = pace(task.id(), elapsed, task.counters().completed());
    String line =
        bar(task.id(), name, task.counters().total())
            .draw(task.counters().completed(), TaskWords.details(task, pace));
    if (task.state() != TaskAnswer.State.RUNNING) {
      ended.put(task.id(), line);
    }
    return line;
  }

  /** Before that there is no bar, because its clock begins with it. */
  private static boolean begun(TaskAnswer task) {
    return task.state() != TaskAnswer.State.RUNNING
        || task.counters().processing() > 0
        || task.counters().settled() > 0;
  }

  private String all(RunAnswer run, Duration elapsed) {
    long over =
        run.tasks().stream().filter(task -> task.state() != TaskAnswer.State.RUNNING).count();
    List<String> details = new ArrayList<>();
    details.add(over + " over");
    if (run.alive() > 0) {
      details.add(Words.count(run.alive(), "worker"));
    }
    double pace = pace("", elapsed, run.completed());
    if (pace > 0 && !run.ended()) {
      details.add(Words.rate(pace) + " blocks/s");
    }
    if (run.settled() > run.completed()) {
      details.add(run.settled() - run.completed() + " failed or orphaned");
    }
    return bar("", run.tasks().size() + " tasks", run.total()).draw(run.completed(), details);
  }

  private double pace(String id, Duration elapsed, long completed) {
    return paces.computeIfAbsent(id, none -> new Pace()).perSecond(elapsed, completed);
  }

  private TaskBar bar(String id, String name, long total) {
    return bars.computeIfAbsent(id, none -> new TaskBar(name, total, style, size.columns() - 1));
  }

  private String cut(String line) {
    return line.length() < size.columns() ? line : line.substring(0, size.columns() - 2) + "…";
  }

  private static String pad(String name, int width) {
    return name + " ".repeat(width - name.length());
  }
}
