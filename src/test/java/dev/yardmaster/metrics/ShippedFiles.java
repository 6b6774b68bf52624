package dev.yardmaster.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What comes with the service for those who watch over it. */
final class ShippedFiles {

  static final Path ALERTS = Path.of("helm/yardmaster/files/alerts.yaml");
  static final Path DASHBOARD = Path.of("helm/yardmaster/files/dashboard.json");

  /** A name, unless it is a function, or a label in braces or after by, without and on. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(?!\\s*\\()\\b");

  private static final Pattern NO_METRICS =
      Pattern.compile(
          "\"[^\"]*\"|'[^']*'|\\{[^}]*}|\\[[^\\]]*]"
              + "|\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");

  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "bool", "offset", "by", "without", "on", "ignoring");

  private ShippedFiles() {}

  static JsonNode yaml(Path file) {
    return new YAMLMapper().readTree(text(file));
  }

  static JsonNode json(Path file) {
    return new ObjectMapper().readTree(text(file));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The values of every field of that name, wherever it is. */
  static List<String> everywhere(JsonNode tree, String field) {
    List<String> found = new ArrayList<>();
    tree.findValues(field).forEach(value -> found.add(value.isString() ? value.asString() : ""));
    found.removeIf(String::isEmpty);
    return found;
  }

  /** The metrics that an expression of Prometheus asks for. */
  static Set<String> metricsIn(String expression) {
    String bare = NO_METRICS.matcher(expression.replaceAll("#.*", "")).replaceAll(" ");
    Set<String> names = new TreeSet<>();
    Matcher matcher = NAME.matcher(bare.replaceAll("\\d+(\\.\\d+)?[smhdwy]?\\b", " "));
    while (matcher.find()) {
      if (!WORDS.contains(matcher.group())) {
        names.add(matcher.group());
      }
    }
    return names;
  }
}
