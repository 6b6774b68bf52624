package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.progress.Progress;
import dev.yardmaster.cli.progress.ProgressMode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Watches a run until it has ended. */
@Command(
    name = "wait",
    description = {
      "Watches a run until it has ended, and ends with the exit code that says how.",
      "",
      "Ctrl-C ends the watching, not the run (exit code 130)."
    })
final class WaitCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(paramLabel = "RUN", description = "Its name, such as deepfield-12.")
  private String run = "";

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--progress",
      paramLabel = "HOW",
      defaultValue = "auto",
      description =
          "bars, lines or none; auto (the default) shows bars on a terminal, lines in a log.")
  private ProgressMode mode = ProgressMode.AUTO;

  WaitCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    ServiceClient client = server.client(surroundings);
    RunAnswer now = client.run(run);
    RunAnswer last = now.ended() ? now : watch(client);
    RunReport.print(surroundings, client, last);
    return ExitCode.of(last).code();
  }

  private RunAnswer watch(ServiceClient client) {
    try (Progress progress = surroundings.progress(mode)) {
      return new RunWatch(client, progress, Interruption.never(), System::nanoTime).untilEnd(run);
    }
  }
}
