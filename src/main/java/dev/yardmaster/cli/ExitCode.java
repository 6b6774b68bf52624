package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;

/** What a command tells the shell. Scripts rely on the numbers. */
enum ExitCode {
  /** The run succeeded, or the command did what it was asked and there is no run to speak of. */
  SUCCEEDED(0),
  /** The run failed, or the service did not answer. */
  FAILED(1),
  /** The pipeline or the command line is wrong; nothing was started. */
  BAD_INPUT(2),
  /** The run was cancelled, by whomever. */
  CANCELLED(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** A run that is still going on has not failed. */
  static ExitCode of(RunAnswer run) {
    return switch (run.state()) {
      case RUNNING, SUCCEEDED -> SUCCEEDED;
      case FAILED -> FAILED;
      case CANCELLED -> CANCELLED;
    };
  }
}
