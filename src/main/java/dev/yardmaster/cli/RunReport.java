package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.ServiceException;
import dev.yardmaster.cli.report.Summary;
import dev.yardmaster.cli.report.Words;
import java.util.List;

/** The last words on a run: what became of it, and if it failed, why. */
final class RunReport {

  private RunReport() {}

  static void print(Surroundings surroundings, ServiceClient client, RunAnswer last) {
    surroundings.out().println();
    surroundings.print(Summary.lines(last));
    List<String> more =
        switch (last.state()) {
          case RUNNING, SUCCEEDED -> List.of();
          case FAILED -> failures(client, last);
          case CANCELLED -> List.of(stopped(last));
        };
    if (!more.isEmpty()) {
      surroundings.out().println();
      surroundings.print(more);
    }
  }

  /** A service that has gone away meanwhile must not hide that the run failed. */
  private static List<String> failures(ServiceClient client, RunAnswer last) {
    try {
      return FailureDetails.collect(client, last).lines();
    } catch (ServiceException away) {
      return List.of("Why it failed could not be asked: " + away.getMessage());
    }
  }

  private static String stopped(RunAnswer last) {
    long left = last.total() - last.completed();
    String blocks =
        Words.count(left, "block") + (left == 1 ? " was" : " were") + " not completed; ";
    return last.alive() == 0
        ? blocks + "no worker of the run is left."
        : blocks + Words.count(last.alive(), "worker") + " did not stop in time.";
  }
}
