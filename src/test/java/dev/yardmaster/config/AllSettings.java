package dev.yardmaster.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every setting of the service's own, as the build wrote it down. */
public final class AllSettings {

  /**
   * One of them.
   *
   * @param source the record that it is a component of, or null where it is none
   * @param description as its Javadoc has it
   */
  public record Setting(
      String name,
      String type,
      @Nullable Class<?> source,
      @Nullable String description,
      @Nullable String defaultValue) {

    /** Where it is declared; null where it is no component of a record. */
    @Nullable RecordComponent component() {
      if (source == null) {
        return null;
      }
      String last = name.substring(name.lastIndexOf('.') + 1);
      return Arrays.stream(source.getRecordComponents())
          .filter(one -> DataObjectPropertyName.toDashedForm(one.getName()).equals(last))
          .findFirst()
          .orElseThrow(() -> new AssertionError(name + " is in no record"));
    }
  }

  private AllSettings() {}

  /** In order of their names. */
  public static List<Setting> list() {
    String place = "/META-INF/spring-configuration-metadata.json";
    try (InputStream text =
        Objects.requireNonNull(KnownSettings.class.getResourceAsStream(place))) {
      return new JsonMapper()
          .readTree(text)
          .path("properties")
          .valueStream()
          .map(AllSettings::setting)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Setting setting(JsonNode json) {
    return new Setting(
        json.path("name").asString(),
        json.path("type").asString(),
        source(json.path("sourceType").asString("")),
        json.path("description").asString(null),
        json.has("defaultValue") ? json.path("defaultValue").asString() : null);
  }

  private static @Nullable Class<?> source(String name) {
    try {
      return name.isEmpty() ? null : Class.forName(name);
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }
}
