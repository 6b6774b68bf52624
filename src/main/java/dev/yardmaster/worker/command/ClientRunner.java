package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.process.CommandProcess;
import dev.yardmaster.worker.command.process.ProcessEnd;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Starts the command once per binding, as the worker itself: it acquires and releases alone. */
final class ClientRunner implements Runner.OfItself {

  private final CommandProcess process;
  private final Timing timing;

  ClientRunner(Commands commands, Session session, Timing timing) throws IOException {
    this.timing = timing;
    commands.announce("as a client");
    this.process =
        commands.start(
            Map.of(
                "YARDMASTER_URL", session.base(),
                "YARDMASTER_WORKER", session.id(),
                "YARDMASTER_TOKEN", session.token()),
            false);
  }

  @Override
  public CompletableFuture<ProcessEnd> ended() {
    return process.exited();
  }

  @Override
  public ProcessEnd drain(CompletableFuture<?>... hurry) {
    process.terminate();
    Waits.first(process.exited(), hurry);
    return kill();
  }

  @Override
  public ProcessEnd finish(CompletableFuture<?>... hurry) {
    Waits.happensWithin(timing.finishGrace(), Waits.and(process.exited(), hurry));
    return kill();
  }

  @Override
  public ProcessEnd kill() {
    return process.stop(timing.killGrace());
  }
}
