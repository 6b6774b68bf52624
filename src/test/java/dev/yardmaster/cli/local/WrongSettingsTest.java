package dev.yardmaster.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.yardmaster.config.AllSettings;
import dev.yardmaster.config.AllSettings.Setting;
import dev.yardmaster.config.AllowedValues;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * Every setting that can be wrong is refused by a message that names it, its value unless that may
 * be a secret, and what is allowed.
 */
class WrongSettingsTest {

  static Stream<Setting> settingsThatAreNotJustText() {
    return AllSettings.list().stream()
        .filter(setting -> setting.source() != null && !setting.type().contains("<"))
        .filter(setting -> !setting.type().equals("java.lang.String"))
        .filter(setting -> !setting.type().equals("java.nio.file.Path"));
  }

  @ParameterizedTest
  @MethodSource("settingsThatAreNotJustText")
  void nonsenseIsNamedWithWhatIsAllowed(Setting setting) throws ClassNotFoundException {
    Class<?> source = Objects.requireNonNull(setting.source());
    Binder settings =
        new Binder(new MapConfigurationPropertySource(Map.of(setting.name(), "sideways")));
    String prefix = source.getAnnotation(ConfigurationProperties.class).value();

    Throwable failure = catchThrowable(() -> settings.bind(prefix, Bindable.of(source)));

    String value = setting.name().startsWith("yardmaster.access") ? "" : "=sideways";
    assertThat(StartupProblem.of(failure, null).getMessage())
        .startsWith("The setting " + setting.name() + value + " cannot be read: it has to be ")
        .contains(AllowedValues.ofType(Class.forName(setting.type())));
  }
}
