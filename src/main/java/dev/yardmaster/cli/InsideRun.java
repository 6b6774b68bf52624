package dev.yardmaster.cli;

import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.local.DataDirectory;
import dev.yardmaster.cli.local.Descendants;
import dev.yardmaster.cli.local.EmbeddedService;
import dev.yardmaster.cli.local.StartupProblem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A run with the whole service inside this process: starts it, and leaves nothing of it behind. */
final class InsideRun {

  /** Workers get {@code stop_within} (30 s) to end; the rest is for the database. */
  private static final Duration CLOSING = Duration.ofSeconds(40);

  private final Surroundings surroundings;
  private final Options options;
  private final Interruption interruption;

  /**
   * @param port 0 for any that is free
   * @param dataDirectory null for a new one
   * @param keep whether the service stays up after the run's end, until it is interrupted
   */
  record Options(
      int port, int workers, @Nullable Path dataDirectory, boolean keep, boolean debug) {}

  InsideRun(Surroundings surroundings, Options options, Interruption interruption) {
    this.surroundings = surroundings;
    this.options = options;
    this.interruption = interruption;
  }

  /**
   * @param name of the pipeline
   * @param session what to do with the service
   */
  ExitCode run(String name, Function<ServiceClient, ExitCode> session) throws StartupProblem {
    DataDirectory data = dataDirectory(name);
    EmbeddedService service = start(data);
    ExitCode code;
    try {
      code = session(service, session);
    } finally {
      close(service);
    }
    leave(data, code);
    return code;
  }

  private ExitCode session(EmbeddedService service, Function<ServiceClient, ExitCode> session) {
    if (interruption.noted() != null) {
      surroundings.err().println(interruption.noted() + " before the run was submitted.");
      return ExitCode.CANCELLED;
    }
    ExitCode code = session.apply(new ServiceClient(service.url()));
    if (options.keep() && interruption.noted() == null) {
      surroundings.out().println();
      surroundings.out().println(service.url() + " stays up until Ctrl-C.");
      interruption.await();
    }
    return code;
  }

  private DataDirectory dataDirectory(String name) {
    return options.dataDirectory() == null
        ? DataDirectory.create(surroundings.directory(), name, LocalDateTime.now())
        : DataDirectory.given(options.dataDirectory());
  }

  private EmbeddedService start(DataDirectory data) throws StartupProblem {
    try {
      return EmbeddedService.start(
          surroundings.application(),
          EmbeddedService.quietArguments(options.port(), data.path().toString(), options.workers()),
          options.debug());
    } catch (StartupProblem problem) {
      data.discard();
      throw problem;
    }
  }

  /** In bounded time: what does not end when it is asked to is killed. */
  private static void close(EmbeddedService service) {
    Thread closing = Thread.ofPlatform().daemon().name("closing").start(service::close);
    try {
      if (!closing.join(CLOSING)) {
        Descendants.kill();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      Descendants.kill();
    }
  }

  private void leave(DataDirectory data, ExitCode code) {
    switch (code) {
      case SUCCEEDED, BAD_INPUT -> data.discard();
      case FAILED, CANCELLED ->
          surroundings
              .out()
              .println(
                  "To look at it again: the command \"server --data-dir " + data.path() + "\"");
    }
  }
}
