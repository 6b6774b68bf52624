package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.TaskSpec;
import org.jspecify.annotations.Nullable;

/**
 * Whether pipelines may bring commands, which is to run programs of whoever can reach the service.
 */
public record CommandPolicy(boolean allowed) {

  /**
   * @param directory where its commands are to run, or null
   * @throws ProblemException if commands are not allowed and it needs them
   */
  void check(Pipeline pipeline, @Nullable String directory) {
    if (allowed) {
      return;
    }
    for (TaskSpec task : pipeline.tasks()) {
      if (task.command() != null) {
        throw refused("task " + task.id() + " has a command");
      }
    }
    if (directory != null) {
      throw refused("a directory is for commands");
    }
  }

  private static ProblemException refused(String why) {
    return new ProblemException(ErrorCode.COMMANDS_NOT_ALLOWED, why + ", and none are taken here");
  }
}
