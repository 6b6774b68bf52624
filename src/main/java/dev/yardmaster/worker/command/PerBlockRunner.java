package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.BlockOutcome.Failed;
import dev.yardmaster.worker.command.BlockOutcome.Succeeded;
import dev.yardmaster.worker.command.Wire.BlockLease;
import dev.yardmaster.worker.command.process.CommandProcess;
import dev.yardmaster.worker.command.process.ProcessEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Starts the command once per block; its exit code is the result. */
final class PerBlockRunner implements Runner.OfBlocks {

  private final Commands commands;
  private final Duration killGrace;
  private @Nullable CommandProcess process;

  PerBlockRunner(Commands commands, Duration killGrace) {
    this.commands = commands;
    this.killGrace = killGrace;
  }

  @Override
  public CompletableFuture<BlockOutcome> run(BlockLease block) {
    Map<String, String> environment =
        Map.of(
            "YARDMASTER_BLOCK", Long.toString(block.block()),
            "YARDMASTER_BLOCKS", Long.toString(block.blocks()),
            "YARDMASTER_ATTEMPT", Integer.toString(block.attempt()));
    try {
      commands.announce(block);
      process = commands.start(environment, false);
      return process.exited().thenApply(PerBlockRunner::judge);
    } catch (IOException e) {
      return CompletableFuture.completedFuture(
          new Failed("the command could not be started: " + e.getMessage()));
    }
  }

  private static BlockOutcome judge(ProcessEnd end) {
    return end.exitCode() == 0 ? new Succeeded() : new Failed(end.describe());
  }

  /** Between blocks there is no process that could end. */
  @Override
  public CompletableFuture<ProcessEnd> ended() {
    return new CompletableFuture<>();
  }

  @Override
  public @Nullable ProcessEnd finish(CompletableFuture<?>... hurry) {
    return kill();
  }

  @Override
  public @Nullable ProcessEnd kill() {
    if (process == null || process.exited().isDone()) {
      return null;
    }
    return process.stop(killGrace);
  }
}
