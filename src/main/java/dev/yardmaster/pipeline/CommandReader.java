package dev.yardmaster.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what becomes a process: a task's {@code command} and {@code env}. */
final class CommandReader {

  /** Yardmaster tells a command its block, its run and its params in variables of this prefix. */
  static final String RESERVED_PREFIX = "YARDMASTER_";

  private final Problems problems;
  private final Values convert;

  CommandReader(Problems problems) {
    this.problems = problems;
    this.convert = new Values(problems);
  }

  /** The words that could be read; null where there is no list. */
  @Nullable List<String> command(Fields fields) {
    Object value = fields.optional("command", "a list of words such as [python3, detect.py]");
    Spot spot = fields.spot("command");
    if (value == null) {
      return null;
    }
    if (value instanceof String line) {
      convert.wrongType(line, spot, "a list of words such as " + asList(line));
      return null;
    }
    List<?> entries = convert.list(value, spot, Limits.MAX_COMMAND_WORDS, "[python3, detect.py]");
    return entries == null ? null : words(entries, spot);
  }

  /** The line split at its blanks, which is right for most and a start for all. */
  private static String asList(String line) {
    boolean simple = line.length() <= 80 && line.matches("[A-Za-z0-9_./= -]*[A-Za-z0-9]");
    return simple
        ? "[" + String.join(", ", line.strip().split(" +")) + "]"
        : "[python3, detect.py]";
  }

  private List<String> words(List<?> entries, Spot spot) {
    List<String> words = convert.texts(entries, spot);
    if (entries.isEmpty() || "".equals(entries.getFirst())) {
      problems.add(
          spot,
          ProblemCode.EMPTY_COMMAND,
          "names no program; write it first, such as [python3, detect.py]");
    }
    long characters = words.stream().mapToLong(String::length).sum();
    convert.checkLength(characters, spot, Limits.MAX_PROCESS_CHARACTERS);
    return words;
  }

  /** The variables that could be read, in the order of the document. */
  Map<String, String> env(Fields fields) {
    Spot spot = fields.spot("env");
    Map<String, String> env = new LinkedHashMap<>();
    fields
        .object("env", Limits.MAX_ENV)
        .forEach(
            (name, value) -> {
              String text = variable(name, value, spot.key(name));
              if (text != null) {
                env.put(name, text);
              }
            });
    long characters =
        env.entrySet().stream().mapToLong(e -> e.getKey().length() + e.getValue().length()).sum();
    convert.checkLength(characters, spot, Limits.MAX_PROCESS_CHARACTERS);
    return env;
  }

  private @Nullable String variable(String name, @Nullable Object value, Spot spot) {
    if (convert.isName(name, spot, NameRule.ENVIRONMENT) && name.startsWith(RESERVED_PREFIX)) {
      problems.add(
          spot,
          ProblemCode.RESERVED_NAME,
          "begins with " + RESERVED_PREFIX + ", which Yardmaster sets itself; choose another name");
    }
    return switch (value) {
      case null -> {
        convert.wrongType(null, spot, "\"\" for an empty variable");
        yield null;
      }
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      default -> convert.text(value, spot);
    };
  }
}
