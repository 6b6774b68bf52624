package dev.yardmaster.cli.report;

import dev.yardmaster.cli.client.TaskAnswer;
import org.jspecify.annotations.Nullable;

/** What the state of a task means, in words. */
public final class Reasons {

  private Reasons() {}

  /** {@code done}, or why it was given up; empty while it is running. */
  public static String ending(TaskAnswer task) {
    return switch (task.state()) {
      case RUNNING -> "";
      case DONE -> "done";
      case ABANDONED -> abandoned(task.reason());
    };
  }

  private static String abandoned(@Nullable String reason) {
    return switch (reason) {
      case "restart_cap_exhausted" -> "given up: no worker starts left";
      case "upstream_abandoned" -> "given up: a task before it was";
      case "cancelled" -> "cancelled";
      case null, default -> "given up";
    };
  }
}
