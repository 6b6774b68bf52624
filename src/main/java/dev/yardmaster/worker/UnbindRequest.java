package dev.yardmaster.worker;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The process of a worker's binding has ended.
 *
 * @param clean whether it ended of its own will and in order
 * @param reason for people, such as the end of its stderr
 * @param exitCode what it ended with, if it was a process
 */
@Schema(
    name = "Unbind",
    requiredProperties = {"clean"})
record UnbindRequest(@Nullable Boolean clean, @Nullable String reason, @Nullable Integer exitCode) {

  Command.Unbind command(WorkerId worker, String tokenDigest) {
    if (clean == null) {
      Checks checks = new Checks();
      checks.require(false, "/clean", "missing_field", "must be true or false");
      throw checks.failure();
    }
    return new Command.Unbind(worker, tokenDigest, clean, ErrorTexts.bounded(reason), exitCode);
  }
}
