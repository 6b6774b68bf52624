package dev.yardmaster.api;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values that replace those of a pipeline's {@code params}, by name.
 *
 * @param values in the order in which they were given; of a name given twice, the last one counts
 */
public record ParamOverrides(Map<String, String> values) {

  /** More than any document has parameters; the rest of the query string is not even looked at. */
  private static final int MAX_OVERRIDES = 1_000;

  /**
   * Reads {@code name=value} each; the value may hold further equals signs.
   *
   * @throws IllegalArgumentException if one is not of that form
   */
  public static ParamOverrides parse(String... pairs) {
    if (pairs.length > MAX_OVERRIDES) {
      throw new IllegalArgumentException("more than " + MAX_OVERRIDES + " overrides");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("not of the form name=value");
      }
      values.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return new ParamOverrides(values);
  }
}
