package dev.yardmaster.cli;

import dev.yardmaster.cli.local.Descendants;
import dev.yardmaster.cli.local.EmbeddedService;
import dev.yardmaster.cli.local.StartupProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Unmatched;

/** The service and its dashboard, until it is told to stop. */
@Command(
    name = "server",
    description = {
      "Starts the service and its dashboard, and keeps them until Ctrl-C. What is done without a"
          + " command.",
      "",
      "Every setting can be given as --name=value, such as --yardmaster.balance=greedy; see"
          + " application.yaml.",
      "",
      "Ctrl-C and SIGTERM stop it in order (exit code 0); a second one ends it at once."
    })
final class ServerCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

  /** Settings have a dot in their name, which none of our own options has. */
  private static final Pattern SETTING = Pattern.compile("--[A-Za-z0-9-]+\\.[^=\\s]+(=.*)?");

  private final Surroundings surroundings;

  @ParentCommand private @Nullable RootCommand root;

  @Option(names = "--port", paramLabel = "N", description = "Port to listen on; 8080 if left out.")
  private @Nullable Integer port;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Where the database is; ./data if left out.")
  private @Nullable Path dataDirectory;

  private volatile boolean ready;

  @Unmatched private List<String> settings = new ArrayList<>();

  ServerCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws StartupProblem {
    boolean debug = root != null && root.debug();
    List<String> arguments = arguments();
    try (Interruption interruption = Interruption.listen(this::endUnlessReady, this::endAtOnce);
        EmbeddedService service =
            EmbeddedService.start(surroundings.application(), arguments, debug)) {
      ready = true;
      say(service, "Yardmaster is ready: " + service.url() + "/ (Ctrl-C stops it)");
      interruption.await();
      say(
          service,
          interruption.noted()
              + ": stopping when the blocks at work here are done, or their time is up. Once"
              + " more ends this at once.");
    }
    return ExitCode.SUCCEEDED.code();
  }

  private void say(EmbeddedService service, String text) {
    if (service.logsForMachines()) {
      LOG.info(text);
    } else {
      surroundings.out().println(text);
    }
  }

  /**
   * A start can wait a long time for its database. Nobody has been promised anything yet, and what
   * a start writes it writes whole, so it need not be waited for.
   */
  private void endUnlessReady() {
    if (!ready) {
      surroundings.err().println("Stopped before it was ready.");
      Descendants.kill();
      Runtime.getRuntime().halt(ExitCode.SUCCEEDED.code());
    }
  }

  private void endAtOnce() {
    surroundings.err().println("Ending at once; processes still at work are killed.");
    Descendants.kill();
    Runtime.getRuntime().halt(ExitCode.FAILED.code());
  }

  private List<String> arguments() {
    Bounds.check("--port", port, 0, Bounds.MOST_PORT);
    List<String> arguments = new ArrayList<>();
    for (String setting : settings) {
      if (!SETTING.matcher(setting).matches()) {
        throw new BadInputException(
            setting + ": neither an option nor a setting of the form --name.of-it=value");
      }
      arguments.add(setting);
    }
    if (port != null) {
      arguments.add("--server.port=" + port);
    }
    if (dataDirectory != null) {
      arguments.add(EmbeddedService.DATA_DIRECTORY + surroundings.dataDirectory(dataDirectory));
    }
    return arguments;
  }
}
