package dev.yardmaster.cli;

import dev.yardmaster.cli.client.ServiceException;
import dev.yardmaster.cli.client.ServiceException.Refused;
import dev.yardmaster.cli.local.StartupProblem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The way in from {@code main}. */
public final class CommandLineInterface {

  private static final Set<String> ABOUT = Set.of("-h", "--help", "-V", "--version");
  private static final String DEBUG = "--debug";

  private CommandLineInterface() {}

  /**
   * Does what the arguments say, then ends the process with the exit code.
   *
   * @param application the Spring application that is the service
   */
  public static void main(Class<?> application, String... arguments) {
    Surroundings surroundings =
        new Surroundings(
            System.out, System.err, System.getenv(), Path.of("").toAbsolutePath(), application);
    System.exit(run(surroundings, arguments));
  }

  /** Does what the arguments say; returns the exit code. */
  static int run(Surroundings surroundings, String... arguments) {
    CommandLine commands =
        new CommandLine(new RootCommand())
            .addSubcommand(new ServerCommand(surroundings))
            .addSubcommand(new RunCommand(surroundings))
            .addSubcommand(new ValidateCommand(surroundings))
            .addSubcommand(new WorkerCommand(surroundings))
            .addSubcommand(new WaitCommand(surroundings))
            .addSubcommand(new CancelCommand(surroundings))
            .addSubcommand(new ExplainCommand(surroundings))
            .addSubcommand(new TokenCommand(surroundings));
    commands.getCommandSpec().versionProvider(new Version(surroundings.application()));
    return commands
        .setOut(new PrintWriter(surroundings.out(), true))
        .setErr(new PrintWriter(surroundings.err(), true))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((wrong, given) -> usage(wrong))
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> tell(failure, surroundings, parsed))
        .execute(withCommand(arguments));
  }

  /** Nothing but settings means the service. */
  private static String[] withCommand(String... arguments) {
    List<String> rest = Stream.of(arguments).dropWhile(DEBUG::equals).toList();
    boolean none = rest.isEmpty() || rest.getFirst().startsWith("-");
    return none && Stream.of(arguments).noneMatch(ABOUT::contains)
        ? Stream.concat(Stream.of("server"), Stream.of(arguments)).toArray(String[]::new)
        : arguments;
  }

  /** The whole usage would push what is wrong out of sight. */
  private static int usage(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(wrong.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
      err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    return ExitCode.BAD_INPUT.code();
  }

  private static int tell(Exception failure, Surroundings surroundings, ParseResult parsed) {
    String message = failure.getMessage();
    boolean bug = !expected(failure);
    surroundings.err().println(bug ? "Unexpected: " + failure : message);
    if (bug || parsed.expandedArgs().contains(DEBUG)) {
      failure.printStackTrace(surroundings.err());
    }
    return code(failure).code();
  }

  private static boolean expected(Exception failure) {
    return failure instanceof ServiceException
        || failure instanceof StartupProblem
        || failure instanceof BadInputException;
  }

  /** What the service refuses would be refused again: the caller has to change something. */
  private static ExitCode code(Exception failure) {
    boolean refused = failure instanceof Refused answer && answer.problem().status() < 500;
    return refused || failure instanceof BadInputException ? ExitCode.BAD_INPUT : ExitCode.FAILED;
  }
}
