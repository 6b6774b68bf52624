package dev.yardmaster.worker.command.process;

/**
 * How a process ended.
 *
 * @param exitCode 0 to 255; 128 + n when signal n killed it
 * @param stderrTail the end of what it wrote to stderr, at most 4 KiB
 * @param stoppedByUs whether somebody asked it to stop before it ended
 */
public record ProcessEnd(int exitCode, String stderrTail, boolean stoppedByUs) {

  private static final int SIGNAL_BASE = 128;

  /** One line for a person, then the end of stderr. */
  public String describe() {
    return headline() + (stderrTail.isBlank() ? "; it wrote nothing to stderr" : "\n" + stderrTail);
  }

  private String headline() {
    return switch (exitCode) {
      case 126 -> "exit code 126 (the command is not executable)";
      case 127 -> "exit code 127 (command not found)";
      case SIGNAL_BASE + 9 -> "exit code 137 (killed by signal 9; often: out of memory)";
      case SIGNAL_BASE + 11 -> "exit code 139 (killed by signal 11, a segmentation fault)";
      default ->
          exitCode > SIGNAL_BASE && exitCode <= SIGNAL_BASE + 64
              ? "exit code " + exitCode + " (killed by signal " + (exitCode - SIGNAL_BASE) + ")"
              : "exit code " + exitCode;
    };
  }
}
