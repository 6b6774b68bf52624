package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.report.Explanation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says where a run stands and why its tasks wait. */
@Command(
    name = "explain",
    description = {
      "Says where a run stands, and why each of its tasks that waits does so.",
      "",
      "The exit code is 0 while it is going on, and says how it ended afterwards."
    })
final class ExplainCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(paramLabel = "RUN", description = "Its name, such as deepfield-12.")
  private String run = "";

  @Mixin private ServerOptions server = new ServerOptions();

  ExplainCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    RunAnswer now = server.client(surroundings).run(run);
    surroundings.print(Explanation.lines(now));
    return ExitCode.of(now).code();
  }
}
