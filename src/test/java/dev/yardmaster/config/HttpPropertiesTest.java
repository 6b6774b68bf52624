package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.testing.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HttpPropertiesTest {

  private final ApplicationContextRunner context =
      new ApplicationContextRunner().withUserConfiguration(Properties.class);

  @EnableConfigurationProperties({HttpProperties.class, CommandProperties.class})
  static class Properties {}

  @Test
  void onlyTheMachineItselfIsKnownWhereNothingIsSaid() {
    context.run(
        started -> {
          assertThat(started.getBean(HttpProperties.class).allowedHosts()).isEmpty();
          assertThat(started.getBean(HttpProperties.class).allowedOrigins()).isEmpty();
        });
  }

  @Test
  void everyPropertyIsRead() {
    context
        .withPropertyValues(
            "yardmaster.http.allowed-hosts=yard.example,[fd00::1]",
            "yardmaster.http.allowed-origins=https://ci.example,http://ci.example:8081",
            "yardmaster.commands.allowed=false")
        .run(
            started -> {
              HttpProperties http = started.getBean(HttpProperties.class);
              assertThat(http.allowedHosts()).containsExactly("yard.example", "[fd00::1]");
              assertThat(http.allowedOrigins())
                  .containsExactly("https://ci.example", "http://ci.example:8081");
              assertThat(started.getBean(CommandProperties.class).allowed()).isFalse();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yardmaster.http.allowed-hosts=*",
        "yardmaster.http.allowed-hosts=https://yard.example",
        "yardmaster.http.allowed-hosts=yard.example:8080",
        "yardmaster.http.allowed-origins=*",
        "yardmaster.http.allowed-origins=null",
        "yardmaster.http.allowed-origins=ci.example",
        "yardmaster.http.allowed-origins=https://ci.example/",
        "yardmaster.commands.allowed=perhaps"
      })
  void whatCannotBeMeantDoesNotStart(String property) {
    try (CapturedLog refusal = new CapturedLog("org.springframework.context")) {
      context.withPropertyValues(property).run(started -> assertThat(started).hasFailed());
      assertThat(refusal.lines()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({", true, true", ", false, false", "true, false, true", "false, true, false"})
  void commandsAreAllowedOnLoopbackUnlessSaidOtherwise(
      Boolean said, boolean loopback, boolean allowed) {
    assertThat(new CommandProperties(said).allowedOn(loopback)).isEqualTo(allowed);
  }
}
