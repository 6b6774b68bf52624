package dev.yardmaster.cli.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** The service could not be started. The message says in a sentence or two why and what to do. */
public final class StartupProblem extends Exception {

  private static final Pattern H2_LOCKED =
      Pattern.compile("Database may be already in use: \"([^\"]+)\"");

  private StartupProblem(String message, Throwable cause) {
    super(message, cause);
  }

  static StartupProblem noRoom(Path working, IOException cause) {
    return new StartupProblem(
        "There is no place for the database: neither "
            + working
            + " nor the directory for temporary files can be written to ("
            + cause.getMessage()
            + "). Name one that can with --data-dir.",
        cause);
  }

  /**
   * @param environment the service's settings, as far as it came to have any
   */
  static StartupProblem of(Throwable failure, @Nullable Environment environment) {
    return new StartupProblem(
        find(failure, StartupProblem::portInUse)
            .or(() -> find(failure, StartupProblem::locked))
            .or(() -> find(failure, SettingProblem::outOfBounds))
            .or(() -> find(failure, SettingProblem::notReadable))
            .orElseGet(
                () ->
                    "The service cannot start: "
                        + analysed(failure, environment).orElseGet(() -> innermost(failure))),
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
    Matcher locked = H2_LOCKED.matcher(String.valueOf(cause.getMessage()));
    return locked.find()
        ? Optional.of(
            "The database "
                + locked.group(1)
                + " is in use by another Yardmaster. Stop that one, or choose another directory"
                + " with --data-dir.")
        : Optional.empty();
  }

  /**
   * What the service itself would log on its failure: what is wrong, and in a line of its own what
   * to do. Those who look at failures are asked in order; one that needs a running service to tell
   * anything is left out.
   */
  private static Optional<String> analysed(Throwable failure, @Nullable Environment environment) {
    FailureHandler leaveOut = (type, name, cause) -> {};
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(
            FailureAnalyzer.class,
            environment == null ? null : ArgumentResolver.of(Environment.class, environment),
            leaveOut)
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
  static String innermost(Throwable failure) {
    Throwable last = causes(failure).reduce(failure, (outer, inner) -> inner);
    String message = last.getMessage();
    return message == null ? last.getClass().getSimpleName() : message;
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }
}
