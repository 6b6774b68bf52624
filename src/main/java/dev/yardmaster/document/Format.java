package dev.yardmaster.document;

import java.util.Locale;
import java.util.Optional;

/** How a document is written. */
public enum Format {
  /** YAML 1.2, core schema; reads most JSON too. */
  YAML,
  /** JSON as RFC 8259 has it, no comments, no trailing commas. */
  JSON;

  /** By its ending; a file that does not say otherwise is YAML. */
  public static Format ofFileName(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".json") ? JSON : YAML;
  }

  /**
   * By the value of a {@code Content-Type} header, parameters included.
   *
   * @return empty if it is neither YAML nor JSON
   */
  public static Optional<Format> ofContentType(String contentType) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return switch (type) {
      case "application/json", "text/json" -> Optional.of(JSON);
      case "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml" ->
          Optional.of(YAML);
      default -> bySuffix(type);
    };
  }

  private static Optional<Format> bySuffix(String type) {
    if (!type.startsWith("application/")) {
      return Optional.empty();
    } else if (type.endsWith("+json")) {
      return Optional.of(JSON);
    } else {
      return type.endsWith("+yaml") ? Optional.of(YAML) : Optional.empty();
    }
  }
}
