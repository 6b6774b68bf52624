package dev.yardmaster.pipeline;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns single values into what a field holds; what cannot be turned is a problem and a null. */
final class Values {

  private static final Pattern QUOTED_NUMBER = Pattern.compile("[-+]?[0-9]{1,20}");

  private final Problems problems;

  Values(Problems problems) {
    this.problems = problems;
  }

  @Nullable String name(Object value, Spot spot, NameRule rule) {
    if (!(value instanceof String name)) {
      wrongType(value, spot, "a name in quotes");
      return null;
    }
    if (!rule.allows(name)) {
      problems.add(
          spot, ProblemCode.INVALID_NAME, "is " + Words.quoted(name) + "; " + rule.inWords());
      return null;
    }
    return name;
  }

  /** A key of an object, which has no type to be wrong. */
  boolean isName(String key, Spot spot, NameRule rule) {
    boolean allowed = rule.allows(key);
    if (!allowed) {
      problems.add(spot, ProblemCode.INVALID_NAME, "is no name for it; " + rule.inWords());
    }
    return allowed;
  }

  /** Text that can become a process's argument or environment. */
  @Nullable String text(Object value, Spot spot) {
    if (!(value instanceof String text)) {
      String remedy = value instanceof Map || value instanceof List ? "text" : "it in quotes";
      wrongType(value, spot, remedy);
      return null;
    }
    if (text.indexOf('\0') >= 0 || hasLoneSurrogate(text)) {
      problems.add(
          spot,
          ProblemCode.INVALID_TEXT,
          "is " + Words.quoted(text) + "; no process can be given a NUL or half a surrogate pair");
      return null;
    }
    return text;
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(c -> c <= 0xFFFF && Character.isSurrogate((char) c));
  }

  @Nullable Long whole(Object value, Spot spot, long least, long greatest) {
    String remedy = "write a whole number from " + least + " to " + greatest;
    if (!(value instanceof Number number)) {
      boolean quoted = value instanceof String text && QUOTED_NUMBER.matcher(text).matches();
      String wanted = "a whole number from " + least + " to " + greatest;
      wrongType(value, spot, quoted ? wanted + " without quotes" : wanted);
      return null;
    }
    BigInteger whole = WholeNumbers.of(number);
    ProblemCode wrong = wrongWith(whole, least, greatest);
    if (wrong != null) {
      problems.add(spot, wrong, "is " + Words.shortened(number) + "; " + remedy);
      return null;
    }
    return whole == null ? null : whole.longValueExact();
  }

  private static @Nullable ProblemCode wrongWith(
      @Nullable BigInteger whole, long least, long greatest) {
    if (whole == null) {
      return ProblemCode.NOT_WHOLE;
    } else if (whole.compareTo(BigInteger.valueOf(greatest)) > 0) {
      return ProblemCode.TOO_LARGE;
    } else if (whole.compareTo(BigInteger.valueOf(least)) >= 0) {
      return null;
    } else {
      return whole.signum() < 0 ? ProblemCode.NEGATIVE : ProblemCode.TOO_SMALL;
    }
  }

  @Nullable Duration duration(Object value, Spot spot, Duration least) {
    if (value instanceof Number number) {
      String shown = Words.shortened(number);
      problems.add(
          spot,
          ProblemCode.INVALID_DURATION,
          "is " + shown + " without a unit; write it like 250ms, 30s, 10m, 2h, 1d or PT1H30M");
      return null;
    }
    if (!(value instanceof String text)) {
      wrongType(value, spot, "a duration like 30s, 10m or PT1H30M");
      return null;
    }
    try {
      return inRange(Durations.parse(text), spot, least);
    } catch (IllegalArgumentException e) {
      problems.add(spot, ProblemCode.INVALID_DURATION, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private @Nullable Duration inRange(Duration duration, Spot spot, Duration least) {
    String shown = "is " + Durations.format(duration);
    if (duration.compareTo(Limits.MAX_DURATION) > 0) {
      String most = Durations.format(Limits.MAX_DURATION);
      problems.add(spot, ProblemCode.TOO_LARGE, shown + "; write at most " + most);
      return null;
    }
    if (duration.compareTo(least) < 0) {
      ProblemCode code = duration.isNegative() ? ProblemCode.NEGATIVE : ProblemCode.TOO_SMALL;
      String remedy = least.isZero() ? "; write 0s or more" : "; write more than zero";
      problems.add(spot, code, shown + remedy);
      return null;
    }
    return duration;
  }

  /** One of the constants of an enum, written in lower case. */
  <E extends Enum<E>> @Nullable E choice(Object value, Spot spot, Class<E> type) {
    List<String> words = Arrays.stream(type.getEnumConstants()).map(Values::written).toList();
    if (!(value instanceof String word)) {
      wrongType(value, spot, Words.oneOf(words));
      return null;
    }
    int index = words.indexOf(word);
    if (index < 0) {
      String known = "; it can be " + Words.oneOf(words);
      String suggestion = problems.suggest(word, words);
      problems.add(
          spot, ProblemCode.INVALID_CHOICE, "is " + Words.quoted(word) + known + suggestion);
      return null;
    }
    return type.getEnumConstants()[index];
  }

  /** A constant as a document writes it. */
  static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The first {@code most} entries of a list. */
  @Nullable List<?> list(Object value, Spot spot, int most, String example) {
    if (!(value instanceof List<?> list)) {
      wrongType(value, spot, "a list, such as " + example);
      return null;
    }
    return list.size() <= most ? list : list.subList(0, tooMany(list.size(), spot, most));
  }

  /** The first {@code most} entries of an object, in its order. */
  @Nullable Map<String, Object> object(Object value, Spot spot, int most) {
    if (!(value instanceof Map<?, ?> map)) {
      wrongType(value, spot, "an object, such as {key: value}");
      return null;
    }
    if (map.size() > most) {
      tooMany(map.size(), spot, most);
    }
    return Fields.withTextKeys(map, most);
  }

  private int tooMany(int count, Spot spot, int most) {
    problems.add(
        spot, ProblemCode.TOO_MANY, "has " + count + " entries; it may have at most " + most);
    return most;
  }

  /**
   * Amounts by resource, zeros included.
   *
   * @return null where it is no object; keys whose amount is a problem have the amount null
   */
  @Nullable SortedMap<String, @Nullable Long> amounts(Object value, Spot spot) {
    Map<String, Object> entries = object(value, spot, Limits.MAX_RESOURCE_KEYS);
    if (entries == null) {
      return null;
    }
    SortedMap<String, @Nullable Long> amounts = new TreeMap<>();
    entries.forEach(
        (key, amount) -> {
          Spot entry = spot.key(key);
          boolean named = isName(key, entry, NameRule.RESOURCE);
          Long whole = whole(amount, entry, 0, Limits.MAX_AMOUNT);
          if (named) {
            amounts.put(key, whole);
          }
        });
    return amounts;
  }

  /** Texts of a list; entries that are none are left out. */
  List<String> texts(List<?> entries, Spot spot) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String text = text(entries.get(i), spot.item(i));
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** Whether all these characters together are within a limit. */
  void checkLength(long characters, Spot spot, int most) {
    if (characters > most) {
      problems.add(
          spot,
          ProblemCode.TOO_LONG,
          "has "
              + characters
              + " characters in all; it may have at most "
              + most
              + ", put more into a file");
    }
  }

  void wrongType(@Nullable Object value, Spot spot, String wanted) {
    String remedy = value == null ? "; write " + wanted + " or leave it out" : "; write " + wanted;
    problems.add(spot, ProblemCode.WRONG_TYPE, "is " + Words.described(value) + remedy);
  }
}
