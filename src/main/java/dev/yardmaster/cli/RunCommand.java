package dev.yardmaster.cli;

import dev.yardmaster.cli.RunSession.Stopping;
import dev.yardmaster.cli.client.ProblemAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.ServiceException.Refused;
import dev.yardmaster.cli.client.Submission;
import dev.yardmaster.cli.local.Descendants;
import dev.yardmaster.cli.local.StartupProblem;
import dev.yardmaster.cli.progress.ProgressMode;
import dev.yardmaster.cli.report.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a pipeline to its end. */
@Command(
    name = "run",
    description = {
      "Runs a pipeline to its end and says what became of it.",
      "",
      "Without --server the whole service is started inside, with command workers, and its database"
          + " in a directory of its own below .yardmaster/runs, which is removed after a success.",
      "Ctrl-C cancels the run, also on a service named with --server; twice ends at once."
    })
final class RunCommand implements Callable<Integer> {

  private static final Pattern KEY = Pattern.compile("[!-~]{1,200}");

  private final Surroundings surroundings;

  @ParentCommand private @Nullable RootCommand root;

  @Parameters(paramLabel = "FILE", description = "The pipeline: YAML, or JSON if named *.json.")
  private Path file = Path.of("");

  @Mixin private ParamOptions params = new ParamOptions();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "Run it on this service instead of one inside.")
  private @Nullable String server;

  @Mixin private AccessOptions access = new AccessOptions();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Command workers inside; as many as there are cores if left out.")
  private @Nullable Integer workers;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the service inside; any free one if left out.")
  private @Nullable Integer port;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Keep the database of the service inside here; it is not removed.")
  private @Nullable Path dataDirectory;

  @Option(names = "--keep", description = "Keep the service inside and its dashboard until Ctrl-C.")
  private boolean keep;

  @Option(
      names = "--key",
      paramLabel = "TEXT",
      description =
          "With --server: whoever sends the same pipeline with the same key follows the same run,"
              + " instead of starting another; such as the number of a CI job.")
  private @Nullable String key;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "With --server: the folder in which its commands run, on the machines of the workers; the"
              + " one of FILE if left out.")
  private @Nullable Path commandDirectory;

  @Option(
      names = "--progress",
      paramLabel = "HOW",
      defaultValue = "auto",
      description =
          "bars, lines or none; auto (the default) shows bars on a terminal, lines in a log.")
  private ProgressMode progress = ProgressMode.AUTO;

  RunCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws StartupProblem {
    checkOptions();
    PipelineFile pipeline = PipelineFile.read(file, surroundings);
    Submission submission = pipeline.submission(params.values());
    if (server == null && access.given()) {
      throw new BadInputException("--token-file is for a service named with --server");
    }
    return (server == null ? inside(pipeline, submission) : remote(server, submission)).code();
  }

  /** What a header can carry, and what the service takes. */
  private void checkOptions() {
    if (key != null && !KEY.matcher(key).matches()) {
      throw new BadInputException(
          "--key: must be 1 to 200 visible ASCII characters, without spaces");
    }
    if (commandDirectory != null && !commandDirectory.isAbsolute()) {
      throw new BadInputException(
          "--directory " + commandDirectory + ": must be absolute, as it is on other machines");
    }
  }

  private Submission asAsked(Submission submission) {
    Submission keyed = key == null ? submission : submission.withKey(key);
    return commandDirectory == null ? keyed : keyed.withDirectory(commandDirectory);
  }

  private ExitCode remote(String server, Submission submission) {
    if (keep || port != null || workers != null || dataDirectory != null) {
      throw new BadInputException(
          "--workers, --port, --data-dir and --keep are for the service inside; leave them out with"
              + " --server");
    }
    ServiceClient client = Addresses.client(server, access.token(surroundings));
    try (Interruption interruption = listen()) {
      Stopping theirs = (cancelled, watch) -> watch.untilStopped(cancelled.id());
      return run(session(client, interruption, theirs), submission);
    }
  }

  private ExitCode inside(PipelineFile pipeline, Submission submission) throws StartupProblem {
    if (key != null || commandDirectory != null) {
      throw new BadInputException(
          "--key and --directory are for a service that stays: name it with --server, or leave them"
              + " out");
    }
    return switch (LocalCheck.check(pipeline, submission.params())) {
      case LocalCheck.Result.Bad bad -> refused(bad.problems());
      case LocalCheck.Result.Good good -> inside(good.plan().pipeline(), submission);
    };
  }

  private ExitCode inside(String name, Submission submission) throws StartupProblem {
    Bounds.check("--port", port, 0, Bounds.MOST_PORT);
    Bounds.check("--workers", workers, 1, Bounds.MOST_WORKERS);
    InsideRun.Options options =
        new InsideRun.Options(
            port == null ? 0 : port,
            workers == null ? Runtime.getRuntime().availableProcessors() : workers,
            dataDirectory == null ? null : surroundings.dataDirectory(dataDirectory),
            keep,
            root != null && root.debug());
    try (Interruption interruption = listen()) {
      return new InsideRun(surroundings, options, interruption)
          .run(
              name, (client, stopping) -> run(session(client, interruption, stopping), submission));
    }
  }

  private RunSession session(ServiceClient client, Interruption interruption, Stopping stopping) {
    return new RunSession(surroundings, client, progress, interruption, stopping);
  }

  private ExitCode run(RunSession session, Submission submission) {
    try {
      return ExitCode.of(session.run(asAsked(submission)));
    } catch (Refused refused) {
      if (refused.problem().problems().isEmpty()) {
        throw refused;
      }
      return refused(refused.problem().problems());
    }
  }

  private ExitCode refused(List<ProblemAnswer.Item> problems) {
    Problems.lines(file.toString(), problems).forEach(surroundings.err()::println);
    return ExitCode.BAD_INPUT;
  }

  private Interruption listen() {
    return Interruption.listen(this::endAtOnce);
  }

  private void endAtOnce() {
    surroundings.err().println("Ending at once; processes still at work are killed.");
    Descendants.kill();
    Runtime.getRuntime().halt(ExitCode.CANCELLED.code());
  }
}
