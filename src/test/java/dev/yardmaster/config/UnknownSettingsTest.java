package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class UnknownSettingsTest {

  private static void start(StandardEnvironment environment) {
    new UnknownSettings(environment).postProcessBeanFactory(new DefaultListableBeanFactory());
  }

  private static StandardEnvironment with(String... names) {
    StandardEnvironment environment = new StandardEnvironment();
    for (String name : names) {
      environment
          .getPropertySources()
          .addFirst(new MapPropertySource("file " + name, Map.of(name, "1")));
    }
    return environment;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yardmaster.resources.cpu",
        "yardmaster.resources[gpu.a100]",
        "yardmaster.workers.embedded.tags[0]",
        "yardmaster.workers.lost-after",
        "yardmaster.workers.lostAfter",
        "yardmaster.database.file-url",
        "server.port",
        "yardmasters.own"
      })
  void whatIsKnownOrNotOursIsTaken(String name) {
    assertThatCode(() -> start(with(name))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "yardmaster.resorces.cpu, yardmaster.resorces.cpu",
    "yardmaster.workers.lost-aftr, did you mean yardmaster.workers.lost-after?",
    "yardmaster.workers.embedded, yardmaster.workers.embedded",
    "yardmaster.balance.mode, yardmaster.balance.mode"
  })
  void whatNobodyKnowsIsNamed(String name, String told) {
    assertThatThrownBy(() -> start(with(name))).hasMessageContaining(told);
  }

  @Test
  void allOfThemAreNamedAtOnce() {
    assertThatThrownBy(() -> start(with("yardmaster.budget", "yardmaster.tokens")))
        .hasMessageContainingAll("yardmaster.budget", "yardmaster.tokens");
  }

  @Test
  void theEnvironmentIsForOthersToo() {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of("YARDMASTER_URL", "http://127.0.0.1:8080")));

    assertThatCode(() -> start(environment)).doesNotThrowAnyException();
  }
}
