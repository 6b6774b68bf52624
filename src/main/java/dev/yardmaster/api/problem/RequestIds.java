package dev.yardmaster.api.problem;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of single calls, by which an answer and the lines in the log find together. */
public final class RequestIds {

  /** The header in which it comes and goes. */
  public static final String HEADER = "X-Request-Id";

  /** Key in the context of log lines. */
  public static final String LOG_KEY = "request";

  /** What may stand in a line of a log as it is. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private RequestIds() {}

  /** The caller's own where it is one, else a new one: 16 hexadecimal digits. */
  public static String of(@Nullable String given) {
    return given != null && FORM.matcher(given).matches()
        ? given
        : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }
}
