package dev.yardmaster.pipeline;

import java.math.BigInteger;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code params} and what replaces them. Values are text, {@link Long}, {@link Double} or
 * {@link Boolean}, whatever type the reader of the text chose, so that equal documents are equal.
 */
final class ParamsReader {

  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,30}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?[0-9]{1,30}(\\.[0-9]{0,30})?([eE][-+]?[0-9]{1,5})?");

  private final Problems problems;
  private final Values convert;

  ParamsReader(Problems problems) {
    this.problems = problems;
    this.convert = new Values(problems);
  }

  Map<String, Object> read(Fields fields, Map<String, String> overrides) {
    Spot spot = fields.spot("params");
    Object value = fields.optional("params", "an object such as {threshold: 80}");
    Map<String, Object> written =
        value == null ? null : convert.object(value, spot, Limits.MAX_PARAMS);
    Map<String, Object> params = new LinkedHashMap<>();
    if (written != null) {
      written.forEach((name, param) -> put(params, name, param, spot.key(name)));
    }
    boolean readable = written != null || !fields.has("params");
    if (readable) {
      Map<String, Object> document = written == null ? Collections.emptyMap() : written;
      overrides.forEach((name, text) -> override(params, document, name, text, spot.key(name)));
    }
    checkNames(params, spot);
    checkLength(params, spot);
    return params;
  }

  private void put(Map<String, Object> params, String name, @Nullable Object value, Spot spot) {
    boolean named = convert.isName(name, spot, NameRule.PARAM);
    Object scalar = scalar(value, spot);
    if (named && scalar != null) {
      params.put(name, scalar);
    }
  }

  private @Nullable Object scalar(@Nullable Object value, Spot spot) {
    return switch (value) {
      case Boolean flag -> flag;
      case Number number -> number(number, spot);
      case String text -> convert.text(text, spot);
      case null -> {
        convert.wrongType(null, spot, "a value, \"\" for an empty text,");
        yield null;
      }
      default -> {
        convert.wrongType(value, spot, "text, a number, true or false");
        yield null;
      }
    };
  }

  /** Whole numbers stay exact; others are what a double holds. */
  private @Nullable Object number(Number number, Spot spot) {
    boolean floating = number instanceof Double || number instanceof Float;
    BigInteger whole = floating ? null : WholeNumbers.of(number);
    boolean fits = whole == null ? Double.isFinite(number.doubleValue()) : whole.bitLength() < 64;
    if (!fits) {
      String remedy = "; no command could read that as a number, put it in quotes";
      problems.add(spot, ProblemCode.TOO_LARGE, "is " + Words.shortened(number) + remedy);
      return null;
    }
    return whole == null ? (Object) number.doubleValue() : (Object) whole.longValueExact();
  }

  private void override(
      Map<String, Object> params,
      Map<String, Object> document,
      String name,
      String text,
      Spot spot) {
    if (!document.containsKey(name)) {
      String suggestion = problems.suggest(name, document.keySet());
      String known =
          document.isEmpty()
              ? "; the document has no params"
              : "; the params are " + String.join(", ", document.keySet());
      problems.add(
          spot,
          ProblemCode.UNKNOWN_PARAM,
          "is set, but the document does not have it"
              + (suggestion.isEmpty() ? known : suggestion));
      return;
    }
    Object before = params.get(name);
    if (before != null) {
      Object after = likeBefore(before, text, spot);
      if (after != null) {
        params.put(name, after);
      }
    }
  }

  /** The override as what the document's value is: text, number or truth. */
  private @Nullable Object likeBefore(Object before, String text, Spot spot) {
    return switch (before) {
      case Boolean _ when text.equals("true") || text.equals("false") -> Boolean.valueOf(text);
      case Boolean _ -> {
        convert.wrongType(text, spot, "true or false, as in the document");
        yield null;
      }
      case Number _ when WHOLE.matcher(text).matches() -> number(new BigInteger(text), spot);
      case Number _ when DECIMAL.matcher(text).matches() -> number(Double.valueOf(text), spot);
      case Number _ -> {
        convert.wrongType(text, spot, "a number, as in the document");
        yield null;
      }
      default -> convert.text(text, spot);
    };
  }

  /** Commands find a param under its name in capitals, so two may not differ in case alone. */
  private void checkNames(Map<String, Object> params, Spot spot) {
    Map<String, String> byVariable = new HashMap<>();
    for (String name : params.keySet()) {
      String variable = "YARDMASTER_PARAM_" + name.toUpperCase(Locale.ROOT);
      String other = byVariable.putIfAbsent(variable, name);
      if (other != null) {
        problems.add(
            spot.key(name),
            ProblemCode.AMBIGUOUS_NAME,
            "would be "
                + variable
                + " for a command, as "
                + Words.quoted(other)
                + " is; rename one");
      }
    }
  }

  private void checkLength(Map<String, Object> params, Spot spot) {
    long characters =
        params.entrySet().stream()
            .mapToLong(param -> param.getKey().length() + param.getValue().toString().length())
            .sum();
    convert.checkLength(characters, spot, Limits.MAX_PARAM_CHARACTERS);
  }
}
