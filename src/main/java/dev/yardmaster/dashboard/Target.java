package dev.yardmaster.dashboard;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where somebody wanted to go who had to sign in first: a path of this service, and nothing else.
 */
final class Target {

  /** Longer is no link of ours. */
  private static final int MOST = 2_000;

  /**
   * A slash, and no second one nor a backslash, with which browsers would take what follows for the
   * name of another machine. Then only characters that a written link has.
   */
  private static final Pattern OWN = Pattern.compile("/(?!/)[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*");

  private static final String HOME = "/";

  private Target() {}

  /** The path itself; the first page where it is none, or would lead in a circle. */
  static String of(@Nullable String wanted) {
    boolean own = wanted != null && wanted.length() <= MOST && OWN.matcher(wanted).matches();
    return own && !wanted.startsWith("/sign-") ? wanted : HOME;
  }
}
