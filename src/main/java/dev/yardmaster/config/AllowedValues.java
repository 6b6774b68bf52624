package dev.yardmaster.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in words what a setting may be. */
public final class AllowedValues {

  private AllowedValues() {}

  /**
   * What a value of that type looks like; empty where any text does.
   *
   * @param type of the setting, or null where it is not known
   */
  public static String ofType(@Nullable Class<?> type) {
    if (type == null) {
      return "";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(one -> one.toString().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (type == Duration.class) {
      return "a time such as 500ms, 30s, 5m, 12h or 30d";
    }
    if (type == Integer.class || type == int.class || type == Long.class || type == long.class) {
      return "a whole number";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    return type == Path.class ? "a path" : "";
  }
}
