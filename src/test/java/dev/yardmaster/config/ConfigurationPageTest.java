package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.AllSettings.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.Test;

/**
 * The table in {@code docs/configuration.md} is made of the code. {@code -Dyardmaster.docs=write}
 * writes it; without that, a table that is not what the code says fails.
 */
class ConfigurationPageTest {

  private static final Path PAGE = Path.of("docs/configuration.md");
  private static final String BEGIN =
      "<!-- from here to the end: made of the code by ConfigurationPageTest -->\n";

  @Test
  void thePageHasEverySettingAsItIs() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(page).contains(BEGIN);
    String wanted = page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + tables();

    if ("write".equals(System.getProperty("yardmaster.docs"))) {
      Files.writeString(PAGE, wanted);
    }

    assertThat(Files.readString(PAGE))
        .as("%s; -Dyardmaster.docs=write writes it anew", PAGE)
        .isEqualTo(wanted);
  }

  @Test
  void everySettingSaysWhatItIsFor() {
    assertThat(AllSettings.list())
        .hasSizeGreaterThan(25)
        .allSatisfy(setting -> assertThat(setting.description()).as(setting.name()).isNotBlank());
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    String group = "";
    List<Setting> byGroup =
        AllSettings.list().stream()
            .sorted(Comparator.comparing(ConfigurationPageTest::group))
            .toList();
    for (Setting setting : byGroup) {
      String own = group(setting);
      if (!own.equals(group)) {
        group = own;
        text.append("\n### `%s`\n\n".formatted(group));
        text.append("| setting | default | may be | |\n| --- | --- | --- | --- |\n");
      }
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  setting.name() + (setting.type().startsWith("java.util.Map<") ? ".<key>" : ""),
                  setting.defaultValue() == null ? "" : "`" + setting.defaultValue() + "`",
                  allowed(setting),
                  markdown(setting.description())));
    }
    return text.toString();
  }

  private static String group(Setting setting) {
    return setting.name().substring(0, setting.name().lastIndexOf('.'));
  }

  private static String markdown(String javadoc) {
    return javadoc.replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`").replace("|", "\\|");
  }

  private static String allowed(Setting setting) {
    RecordComponent component = setting.component();
    String type = AllowedValues.ofType(type(setting.type()));
    if (component == null) {
      return type;
    }
    List<String> parts = new ArrayList<>();
    if (!type.isEmpty()) {
      parts.add(type);
    }
    if (component.getAccessor().getReturnType().isAssignableFrom(List.class)) {
      parts.add(
          setting.type().endsWith("<java.lang.String>")
              ? "a list, with commas"
              : "a list of entries");
    }
    if (setting.type().equals("java.util.Map<java.lang.String,java.lang.Long>")) {
      parts.add("a whole number, 0 or more");
    }
    bounds(component, parts);
    return parts.stream().collect(Collectors.joining(", "));
  }

  /** Bean Validation puts what is said of a component on its accessor too. */
  private static void bounds(RecordComponent component, List<String> parts) {
    Min min = component.getAccessor().getAnnotation(Min.class);
    Max max = component.getAccessor().getAnnotation(Max.class);
    DurationMin shortest = component.getAccessor().getAnnotation(DurationMin.class);
    DurationMax longest = component.getAccessor().getAnnotation(DurationMax.class);
    if (min != null) {
      parts.add("%,d or more".formatted(min.value()));
    }
    if (max != null) {
      parts.add("%,d at most".formatted(max.value()));
    }
    if (shortest != null) {
      parts.add(
          words(
                  shortest.days(),
                  shortest.hours(),
                  shortest.minutes(),
                  shortest.seconds(),
                  shortest.millis())
              + " or more");
    }
    if (longest != null) {
      parts.add(
          words(
                  longest.days(),
                  longest.hours(),
                  longest.minutes(),
                  longest.seconds(),
                  longest.millis())
              + " at most");
    }
  }

  private static String words(long days, long hours, long minutes, long seconds, long millis) {
    Duration time =
        Duration.ofDays(days)
            .plusHours(hours)
            .plusMinutes(minutes)
            .plusSeconds(seconds)
            .plusMillis(millis);
    if (time.toMillis() % 1_000 != 0) {
      return time.toMillis() + "ms";
    }
    return time.toSeconds() % 86_400 == 0 && !time.isZero()
        ? time.toDays() + "d"
        : time.toSeconds() + "s";
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name.replaceAll("<.*", ""));
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }
}
