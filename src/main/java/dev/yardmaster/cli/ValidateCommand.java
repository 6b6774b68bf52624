package dev.yardmaster.cli;

import dev.yardmaster.cli.client.ProblemAnswer;
import dev.yardmaster.cli.client.ServiceException.Refused;
import dev.yardmaster.cli.report.PlanTable;
import dev.yardmaster.cli.report.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a pipeline would run, or everything that is wrong with it. */
@Command(
    name = "validate",
    description = {
      "Shows what a pipeline would run, or everything that is wrong with it. Runs nothing.",
      "",
      "Needs no service; with --server that one is asked, which knows its own budget."
    })
final class ValidateCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(paramLabel = "FILE", description = "The pipeline: YAML, or JSON if named *.json.")
  private Path file = Path.of("");

  @Mixin private ParamOptions params = new ParamOptions();

  @Option(names = "--server", paramLabel = "URL", description = "Ask this service.")
  private @Nullable String server;

  @Mixin private AccessOptions access = new AccessOptions();

  ValidateCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    PipelineFile pipeline = PipelineFile.read(file, surroundings);
    LocalCheck.Result result =
        server == null
            ? LocalCheck.check(pipeline, params.values())
            : ask(server, pipeline, params.values());
    return tell(result).code();
  }

  private LocalCheck.Result ask(String server, PipelineFile pipeline, Map<String, String> params) {
    try {
      return new LocalCheck.Result.Good(
          Addresses.client(server, access.token(surroundings)).plan(pipeline.submission(params)));
    } catch (Refused refused) {
      List<ProblemAnswer.Item> problems = refused.problem().problems();
      if (problems.isEmpty()) {
        throw refused;
      }
      return new LocalCheck.Result.Bad(problems);
    }
  }

  private ExitCode tell(LocalCheck.Result result) {
    return switch (result) {
      case LocalCheck.Result.Good good -> {
        surroundings.print(PlanTable.lines(good.plan()));
        yield ExitCode.SUCCEEDED;
      }
      case LocalCheck.Result.Bad bad -> {
        Problems.lines(file.toString(), bad.problems()).forEach(surroundings.err()::println);
        yield ExitCode.BAD_INPUT;
      }
    };
  }
}
