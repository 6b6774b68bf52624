package dev.yardmaster.cli;

import dev.yardmaster.cli.RunSession.Stopping;
import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.local.DataDirectory;
import dev.yardmaster.cli.local.Descendants;
import dev.yardmaster.cli.local.EmbeddedService;
import dev.yardmaster.cli.local.StartupProblem;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A run with the whole service inside this process: starts it, and leaves nothing of it behind. */
final class InsideRun {

  /** Workers get {@code stop_within} (30 s) to end; the rest is for the database. */
  private static final Duration CLOSING = Duration.ofSeconds(40);

  private static final URI NOWHERE = URI.create("http://127.0.0.1");

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
  ExitCode run(String name, BiFunction<ServiceClient, Stopping, ExitCode> session)
      throws StartupProblem {
    DataDirectory data = dataDirectory(name);
    EmbeddedService service = start(data);
    String early = interruption.noted();
    ExitCode code;
    try {
      code = early == null ? session(service, session) : ExitCode.CANCELLED;
    } finally {
      close(service);
    }
    if (early == null) {
      leave(data, code);
    } else {
      surroundings.err().println(early + " before the run was submitted.");
      data.discard();
    }
    return code;
  }

  private ExitCode session(
      EmbeddedService service, BiFunction<ServiceClient, Stopping, ExitCode> session) {
    ExitCode code =
        session.apply(
            new ServiceClient(service.url()), (cancelled, watch) -> stop(cancelled, service));
    if (options.keep() && interruption.noted() == null) {
      surroundings.out().println();
      surroundings.out().println(service.url() + " stays up until Ctrl-C.");
      interruption.await();
    }
    return code;
  }

  private DataDirectory dataDirectory(String name) throws StartupProblem {
    return options.dataDirectory() == null
        ? DataDirectory.create(surroundings.directory(), name, LocalDateTime.now())
        : DataDirectory.given(options.dataDirectory());
  }

  private EmbeddedService start(DataDirectory data) throws StartupProblem {
    // The first client costs a good part of a second, which another core can spend meanwhile.
    Thread.ofPlatform().daemon().start(() -> new ServiceClient(NOWHERE));
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

  /** The workers are part of the service: without it, none is left. */
  private static RunAnswer stop(RunAnswer cancelled, EmbeddedService service) {
    close(service);
    return cancelled.withoutWorkers();
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
