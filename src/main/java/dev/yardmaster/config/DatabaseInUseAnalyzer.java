package dev.yardmaster.config;

import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Two services on one file would each undo what the other does; H2 lets only the first have it. */
class DatabaseInUseAnalyzer extends AbstractFailureAnalyzer<SQLException> {

  /** H2's DATABASE_ALREADY_OPEN_1. */
  private static final int ALREADY_OPEN = 90020;

  private final Environment environment;

  DatabaseInUseAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
    if (cause.getErrorCode() != ALREADY_OPEN) {
      return null;
    }
    Path folder =
        Path.of(environment.getProperty("yardmaster.data-dir", "./data"))
            .toAbsolutePath()
            .normalize();
    return new FailureAnalysis(
        "Another service uses the database in " + folder + "; nothing in it was changed.",
        "Use the service that is running there, or stop it, or give this one a folder of its own:"
            + " --yardmaster.data-dir=FOLDER",
        cause);
  }
}
