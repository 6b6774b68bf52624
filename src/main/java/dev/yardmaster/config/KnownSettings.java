package dev.yardmaster.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeMap;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service's own settings, as they were written down when it was compiled. */
final class KnownSettings {

  /** The first word of all of them. */
  static final String ROOT = "yardmaster";

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  private final TreeMap<ConfigurationPropertyName, Boolean> settings = new TreeMap<>();

  private KnownSettings(JsonNode properties) {
    for (JsonNode property : properties) {
      String type = property.path("type").asString("");
      boolean hasParts =
          type.startsWith("java.util.Map<")
              || type.startsWith("java.util.List<")
              || type.startsWith("java.util.Set<");
      settings.put(ConfigurationPropertyName.of(property.path("name").asString()), hasParts);
    }
  }

  /** Each jar may have such a file; the service's own is the one that has settings of its own. */
  static KnownSettings load() {
    try {
      for (URL url :
          Collections.list(KnownSettings.class.getClassLoader().getResources(METADATA))) {
        try (InputStream text = url.openStream()) {
          JsonNode properties = new JsonMapper().readTree(text).path("properties");
          if (properties.path(0).path("name").asString("").startsWith(ROOT + ".")) {
            return new KnownSettings(properties);
          }
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    throw new IllegalStateException(METADATA + " of the service is missing: build it anew");
  }

  /**
   * Whether there is such a setting, or one that has it as a part: an amount, an entry of a list.
   */
  boolean knows(ConfigurationPropertyName name) {
    return settings.entrySet().stream()
        .anyMatch(
            setting ->
                setting.getKey().equals(name)
                    || (setting.getValue() && setting.getKey().isAncestorOf(name)));
  }

  /** All names, in order. */
  Collection<String> names() {
    return settings.keySet().stream().map(name -> name.toString()).toList();
  }

  /** The name without marks of its parts, as people compare it: {@code a.b[0].c} is {@code a.b}. */
  static String plain(ConfigurationPropertyName name) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < name.getNumberOfElements() && !name.isNumericIndex(i); i++) {
      plain.append(i == 0 ? "" : ".").append(name.getElement(i, Form.DASHED));
    }
    return plain.toString();
  }
}
