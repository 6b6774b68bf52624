package dev.yardmaster.dashboard;

import dev.yardmaster.api.WireJson;
import java.util.Map;

/**
 * What the script of a page begins with, so that it shows the same moment as the page itself. It
 * stands in the page as a block of data, which no browser runs.
 */
final class FirstState {

  private FirstState() {}

  /**
   * JSON, written so that it may stand between script tags: none of the characters with which a tag
   * or a comment begins or ends is in it, whatever users wrote.
   */
  static String of(Map<String, ?> parts) {
    return WireJson.MAPPER
        .writeValueAsString(parts)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
