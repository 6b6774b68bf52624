package dev.yardmaster.cli.local;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** The service could not be started. The message says in a sentence or two why and what to do. */
public final class StartupProblem extends Exception {

  private static final String H2_LOCKED = "Database may be already in use";

  private StartupProblem(String message, Throwable cause) {
    super(message, cause);
  }

  static StartupProblem of(Throwable failure) {
    return new StartupProblem(
        find(failure, StartupProblem::portInUse)
            .or(() -> find(failure, StartupProblem::locked))
            .orElseGet(
                () ->
                    "The service cannot start: "
                        + analysed(failure).orElseGet(() -> innermost(failure))),
        failure);
  }

  private static Optional<String> portInUse(Throwable cause) {
    return cause instanceof PortInUseException taken
        ? Optional.of(
            "Port "
                + taken.getPort()
                + " is in use, perhaps by another Yardmaster. Stop what listens there, or choose"
                + " another port with --port.")
        : Optional.empty();
  }

  private static Optional<String> locked(Throwable cause) {
    return String.valueOf(cause.getMessage()).contains(H2_LOCKED)
        ? Optional.of(
            "The data directory is in use by another Yardmaster. Stop that one, or choose another"
                + " directory with --data-dir.")
        : Optional.empty();
  }

  /**
   * What the service itself would log on its failure: what is wrong, and in a line of its own what
   * to do. Those who look at failures are asked in order; one that needs a running service to tell
   * anything is left out.
   */
  private static Optional<String> analysed(Throwable failure) {
    FailureHandler leaveOut = (type, name, cause) -> {};
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(FailureAnalyzer.class, leaveOut)
        .stream()
        .map(analyzer -> analyzer.analyze(failure))
        .filter(Objects::nonNull)
        .findFirst()
        .map(StartupProblem::words);
  }

  private static String words(FailureAnalysis analysis) {
    String description = analysis.getDescription().strip();
    return analysis.getAction() == null
        ? description
        : description + System.lineSeparator() + analysis.getAction().strip();
  }

  private static Optional<String> find(
      Throwable failure, Function<Throwable, Optional<String>> words) {
    return causes(failure).map(words).flatMap(Optional::stream).findFirst();
  }

  /** The innermost cause was written by who noticed; all around it only pass it on. */
  private static String innermost(Throwable failure) {
    Throwable last = causes(failure).reduce(failure, (outer, inner) -> inner);
    String message = last.getMessage();
    return message == null ? last.getClass().getSimpleName() : message;
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }
}
