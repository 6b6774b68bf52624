package dev.yardmaster.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How the command line shows who calls. A token on the command line itself would be in {@code ps}.
 */
final class AccessOptions {

  /** Not {@code YARDMASTER_TOKEN}, which is the token of a client worker. */
  static final String VARIABLE = "YARDMASTER_ACCESS_TOKEN";

  /** Longer is no token, but some other file. */
  private static final int MOST_BYTES = 1_024;

  /** What may stand in a header; more than our own tokens have, for those of a proxy. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/=-]{1,512}");

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Holds the access token for the service, if that wants one; if left out, the environment"
              + " variable "
              + VARIABLE
              + " is looked at.")
  private @Nullable Path file;

  boolean given() {
    return file != null;
  }

  /**
   * The token; null where none was given.
   *
   * @throws BadInputException if it cannot be read, or cannot be one
   */
  @Nullable String token(Surroundings surroundings) {
    return file == null ? ofEnvironment(surroundings.environment()) : read(surroundings, file);
  }

  private static @Nullable String ofEnvironment(Map<String, String> environment) {
    String value = environment.getOrDefault(VARIABLE, "").strip();
    return value.isEmpty() ? null : checked("the variable " + VARIABLE, value);
  }

  private static String read(Surroundings surroundings, Path file) {
    String option = "--token-file " + file;
    try {
      Path path = surroundings.resolve(file);
      if (Files.size(path) > MOST_BYTES) {
        throw new BadInputException(option + ": this is no token, but a larger file");
      }
      return checked(option, Files.readString(path).strip());
    } catch (IOException e) {
      throw new BadInputException(option + ": cannot be read (" + e.getMessage() + ")");
    }
  }

  /** What it is instead is not repeated: it may be another secret. */
  private static String checked(String where, String token) {
    if (!FORM.matcher(token).matches()) {
      throw new BadInputException(
          where + ": what stands there is no token; one looks like ym_ and 43 letters and digits");
    }
    return token;
  }
}
