package dev.yardmaster.cli.progress;

import java.util.List;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A bar of the library, which draws it into a string when it is told to and at no other time: where
 * and when it goes onto the screen is decided here, so that all bars show the same moment.
 */
final class TaskBar implements AutoCloseable {

  /** The library's own timer must never draw. */
  private static final int NEVER_MILLIS = Integer.MAX_VALUE;

  private final ProgressBar bar;
  private volatile String drawn = "";

  TaskBar(String name, long total, ProgressBarStyle style, int columns) {
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(total)
            .setStyle(style)
            .setUpdateIntervalMillis(NEVER_MILLIS)
            .continuousUpdate()
            .hideEta()
            .setConsumer(new DelegatingProgressBarConsumer(text -> drawn = text, columns))
            .build();
  }

  String draw(long completed, List<String> details) {
    bar.stepTo(completed);
    bar.setExtraMessage(String.join(", ", details));
    bar.refresh();
    return drawn;
  }

  @Override
  public void close() {
    bar.close();
  }
}
