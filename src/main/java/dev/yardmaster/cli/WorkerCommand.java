package dev.yardmaster.cli;

import dev.yardmaster.worker.command.CommandWorkerSettings;
import dev.yardmaster.worker.command.CommandWorkers;
import dev.yardmaster.worker.command.MachineName;
import dev.yardmaster.worker.command.WorkerListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command workers on this machine for a service elsewhere. */
@Command(
    name = "worker",
    description = {
      "Runs commands for a service, here: a worker for each slot, one block at a time each.",
      "",
      "A service that is away is waited for. SIGTERM or Ctrl-C finishes the blocks in hand, takes"
          + " no new one and leaves; a second one breaks them off."
    })
final class WorkerCommand implements Callable<Integer> {

  /** How often it looks whether it has been told to stop, or was refused. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final Surroundings surroundings;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "Label of this machine, by which load is spread; its name if left out.")
  private @Nullable String host;

  @Option(
      names = "--tags",
      paramLabel = "TAG",
      split = ",",
      description = "What these workers offer, such as linux,gpu.")
  private List<String> tags = List.of();

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "How many workers; as many as this machine has cores if left out.")
  private @Nullable Integer slots;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Keeps the whole output of commands there, one bounded file a worker.")
  private @Nullable Path output;

  @Option(
      names = "--stop-within",
      paramLabel = "SECONDS",
      description =
          "How long blocks in hand may go on after SIGTERM; as long as they take if left out.")
  private @Nullable Integer stopWithin;

  WorkerCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    CommandWorkers workers = new CommandWorkers(settings(), WorkerListener.logging());
    try (Interruption interruption = Interruption.listen(() -> breakOff(workers))) {
      workers.start();
      surroundings.out().println("Working for " + server.url() + " (Ctrl-C stops)");
      while (!interruption.await(LOOK_EVERY)) {
        if (workers.awaitEnd(Duration.ZERO)) {
          return refused(workers.refusal());
        }
      }
      surroundings
          .out()
          .println(interruption.noted() + ": finishing the blocks in hand; again to break off");
      boolean finished = workers.stop(patience());
      surroundings
          .out()
          .println(finished ? "All workers have left." : "Broke off what was not finished.");
    }
    return ExitCode.SUCCEEDED.code();
  }

  private CommandWorkerSettings settings() {
    Bounds.check("--slots", slots, 1, CommandWorkerSettings.MAX_SLOTS);
    Bounds.check("--stop-within", stopWithin, 0, Integer.MAX_VALUE);
    int count = slots == null ? Runtime.getRuntime().availableProcessors() : slots;
    String label = host == null ? MachineName.get() : host;
    CommandWorkerSettings settings =
        CommandWorkerSettings.of(server.url(), label, new TreeSet<>(tags), count)
            .withAccessToken(server.token(surroundings));
    return output == null ? settings : settings.withLogDirectory(surroundings.resolve(output));
  }

  private Duration patience() {
    return stopWithin == null ? Duration.ofDays(365) : Duration.ofSeconds(stopWithin);
  }

  private int refused(Optional<String> why) {
    surroundings.err().println("The service refused: " + why.orElse("it gave no reason"));
    return ExitCode.BAD_INPUT.code();
  }

  private static void breakOff(CommandWorkers workers) {
    workers.stopNow();
    Runtime.getRuntime().halt(ExitCode.SUCCEEDED.code());
  }
}
