package dev.yardmaster.config;

import java.util.List;

/** Settings were given that there are none of. */
final class UnknownSettingException extends RuntimeException {

  /**
   * @param problems one sentence each
   */
  UnknownSettingException(List<String> problems) {
    super("Unknown settings: " + String.join("; ", problems));
  }
}
