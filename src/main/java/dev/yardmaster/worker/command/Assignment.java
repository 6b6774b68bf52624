package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Binding;
import dev.yardmaster.worker.command.Wire.Unbind;
import dev.yardmaster.worker.command.process.ProcessEnd;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is bound to, and how it does it.
 *
 * @param killed how its process ended when the service took its block away; else null
 */
record Assignment(Binding binding, Runner runner, @Nullable ProcessEnd killed) {

  /**
   * Prepares the binding's mode; a client's process starts here.
   *
   * @throws IOException with a message for a person if that is not possible
   */
  static Assignment begin(Binding binding, Session session, Equipment equipment)
      throws IOException {
    Commands commands = new Commands(equipment.guard(), equipment.log(), binding);
    Timing timing = equipment.timing();
    String mode = binding.mode() == null ? "per_block" : binding.mode();
    Runner runner =
        switch (mode) {
          case "per_block" -> new PerBlockRunner(commands, timing.killGrace());
          case "stream" -> new StreamRunner(commands, timing);
          case "client" -> new ClientRunner(commands, session, timing);
          default ->
              throw new IOException(
                  "this worker does not know the mode \""
                      + mode
                      + "\"; is it older than the service?");
        };
    return new Assignment(binding, runner, null);
  }

  boolean isOf(String bindingId) {
    return binding.id().equals(bindingId);
  }

  Assignment withKilled(@Nullable ProcessEnd end) {
    return new Assignment(binding, runner, end);
  }

  /**
   * The farewell after the service ended the binding. That a process had to be killed for it is no
   * fault of the process; that it ended with an error by itself is.
   */
  static Unbind farewell(@Nullable ProcessEnd end, String reason) {
    if (end == null) {
      return new Unbind(true, reason, null);
    }
    boolean clean = end.exitCode() == 0 || end.stoppedByUs();
    String whole =
        end.exitCode() == 0
            ? reason
            : reason
                + (end.stoppedByUs() ? "; its process was stopped, " : "; its process ended with ")
                + end.describe();
    return new Unbind(clean, Errors.bounded(whole), end.exitCode());
  }

  /** The farewell of a process that ended by itself. */
  static Unbind death(ProcessEnd end, String when) {
    String reason = "the process ended " + when + ": " + end.describe();
    return new Unbind(end.exitCode() == 0, Errors.bounded(reason), end.exitCode());
  }
}
