package dev.yardmaster.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What all commands share. */
@Command(
    name = "yardmaster",
    description = "Runs block-wise pipelines under a resource budget, and says why a task waits.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    usageHelpAutoWidth = true,
    exitCodeListHeading = "%nExit codes%n",
    exitCodeList = {
      "0:the run succeeded; or, where no run has ended, all went well",
      "1:the run failed; or the service does not answer or cannot start",
      "2:the pipeline or the command line is wrong",
      "3:the run was cancelled"
    })
final class RootCommand {

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show stack traces where something goes wrong.")
  private boolean debug;

  boolean debug() {
    return debug;
  }
}
