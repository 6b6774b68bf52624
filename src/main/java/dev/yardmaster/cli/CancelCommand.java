package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.ServiceException.Refused;
import dev.yardmaster.cli.report.Summary;
import dev.yardmaster.cli.report.Words;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Cancels a run. */
@Command(
    name = "cancel",
    description = {
      "Cancels a run: no further block is handed out, and its workers are let go.",
      "",
      "The exit code says how the run has ended: 3 if it is cancelled now or was before; 0 or 1 if"
          + " it had succeeded or failed already."
    })
final class CancelCommand implements Callable<Integer> {

  private static final int CONFLICT = 409;

  private final Surroundings surroundings;

  @Parameters(paramLabel = "RUN", description = "Its name, such as deepfield-12.")
  private String run = "";

  @Mixin private ServerOptions server = new ServerOptions();

  CancelCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    ServiceClient client = server.client(surroundings);
    boolean late = !cancel(client);
    RunAnswer now = client.run(run);
    surroundings.out().println(Summary.headline(now));
    if (late) {
      surroundings.out().println("It had ended already; nothing was left to cancel.");
    } else if (now.alive() > 0) {
      surroundings
          .out()
          .println(Words.count(now.alive(), "worker") + " will stop as soon as told.");
    }
    return ExitCode.of(now).code();
  }

  /** False if it had ended already. */
  private boolean cancel(ServiceClient client) {
    try {
      client.cancel(run);
      return true;
    } catch (Refused refused) {
      if (refused.problem().status() != CONFLICT) {
        throw refused;
      }
      return false;
    }
  }
}
