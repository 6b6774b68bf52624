package dev.yardmaster.api.problem;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The constants of an enum as they are on the wire. */
final class Choices {

  private Choices() {}

  /** Such as {@code running, succeeded, failed}; the type has to be an enum. */
  static String of(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
