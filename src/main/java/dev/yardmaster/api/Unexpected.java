package dev.yardmaster.api;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;

/** An outcome that the command cannot have: a bug. */
public final class Unexpected {

  private Unexpected() {}

  /** To be thrown. */
  public static IllegalStateException outcome(Command command, Outcome outcome) {
    return new IllegalStateException(
        command.getClass().getSimpleName() + " was answered with " + outcome);
  }
}
