package dev.yardmaster.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one object of the document. Every reading method reports what is wrong and returns
 * its fallback, so that reading goes on to the next problem.
 */
final class Fields {

  private final Map<String, Object> values;
  private final Pointer at;
  private final String owner;
  private final Problems problems;
  private final Values convert;

  /**
   * @param owner whose fields these are, such as {@code task "detect"}
   */
  Fields(Map<?, ?> values, Pointer at, String owner, Problems problems) {
    this.values = withTextKeys(values, Integer.MAX_VALUE);
    this.at = at;
    this.owner = owner;
    this.problems = problems;
    this.convert = new Values(problems);
  }

  /** A tree from elsewhere may have keys that are numbers; a document's keys are text. */
  static Map<String, Object> withTextKeys(Map<?, ?> map, int most) {
    Map<String, Object> texts = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (texts.size() == most) {
        break;
      }
      texts.put(String.valueOf(entry.getKey()), entry.getValue());
    }
    return texts;
  }

  boolean has(String field) {
    return values.containsKey(field);
  }

  Spot spot(String field) {
    return new Spot(at.child(field), field, owner);
  }

  /** The value of a field that may be left out but, once written, not left empty. */
  @Nullable Object optional(String field, String wanted) {
    Object value = values.get(field);
    if (value == null && values.containsKey(field)) {
      convert.wrongType(null, spot(field), wanted);
    }
    return value;
  }

  /** The value of a field that has to be there. */
  @Nullable Object required(String field, String wanted) {
    Object value = values.get(field);
    if (value == null) {
      problems.add(
          at.child(field),
          ProblemCode.MISSING_FIELD,
          owner + " has no " + Words.quoted(field) + "; write " + wanted);
    }
    return value;
  }

  @Nullable String requiredName(String field, NameRule rule) {
    Object value = required(field, "a name");
    return value == null ? null : convert.name(value, spot(field), rule);
  }

  @Nullable Long requiredWhole(String field, long least, long greatest) {
    Object value = required(field, "a whole number from " + least + " to " + greatest);
    return value == null ? null : convert.whole(value, spot(field), least, greatest);
  }

  int whole(String field, int least, int greatest, int fallback) {
    Object value = optional(field, "a whole number");
    Long whole = value == null ? null : convert.whole(value, spot(field), least, greatest);
    return whole == null ? fallback : whole.intValue();
  }

  /** A duration of at least {@code least}. */
  Duration duration(String field, Duration least, Duration fallback) {
    Duration duration = optionalDuration(field, least);
    return duration == null ? fallback : duration;
  }

  @Nullable Duration optionalDuration(String field, Duration least) {
    Object value = optional(field, "a duration");
    return value == null ? null : convert.duration(value, spot(field), least);
  }

  <E extends Enum<E>> E choice(String field, Class<E> type, E fallback) {
    E choice = optionalChoice(field, type);
    return choice == null ? fallback : choice;
  }

  <E extends Enum<E>> @Nullable E optionalChoice(String field, Class<E> type) {
    Object value = optional(field, "one of its words");
    return value == null ? null : convert.choice(value, spot(field), type);
  }

  /** The first {@code most} entries of a list; empty where it is left out. */
  List<?> list(String field, int most, String example) {
    Object value = optional(field, "a list");
    List<?> list = value == null ? null : convert.list(value, spot(field), most, example);
    return list == null ? List.of() : list;
  }

  /** The first {@code most} entries of an object; empty where it is left out. */
  Map<String, Object> object(String field, int most) {
    Object value = optional(field, "an object");
    Map<String, Object> object = value == null ? null : convert.object(value, spot(field), most);
    return object == null ? Collections.emptyMap() : object;
  }

  /** Reports every field that is none of these. */
  void rejectOthers(List<String> known) {
    for (String field : values.keySet()) {
      if (!known.contains(field)) {
        problems.add(
            at.child(field),
            ProblemCode.UNKNOWN_FIELD,
            owner + " has an unknown field " + Words.quoted(field) + hint(field, known));
      }
    }
  }

  private String hint(String field, List<String> known) {
    String suggestion = problems.suggest(field, known);
    return suggestion.isEmpty() ? "; the fields are " + String.join(", ", known) : suggestion;
  }
}
