package dev.yardmaster.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.yardmaster.api.access.AccessToken;
import dev.yardmaster.api.safety.BindRule;
import dev.yardmaster.config.AccessProperties;
import jakarta.validation.Validation;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

class StartupProblemTest {

  private static String told(Throwable cause) {
    return StartupProblem.of(new IllegalStateException("Failed to start bean 'x'", cause), null)
        .getMessage();
  }

  @Test
  void aPortInUseNamesItAndTheOption() {
    assertThat(told(new PortInUseException(8080)))
        .isEqualTo(
            "Port 8080 is in use, perhaps by another Yardmaster. Stop what listens there, or choose"
                + " another port with --port.");
  }

  @Test
  void aLockedDatabaseNamesTheOption() {
    assertThat(
            told(
                new RuntimeException(
                    "Database may be already in use: \"/x/yardmaster.mv.db\". Possible solutions:"
                        + " close all other connection(s); use the server mode [90020-240]")))
        .isEqualTo(
            "The database /x/yardmaster.mv.db is in use by another Yardmaster. Stop that one, or"
                + " choose another directory with --data-dir.");
  }

  @Test
  void aSettingThatCannotBeReadIsNamedWithItsValue() {
    Binder settings = new Binder(new MapConfigurationPropertySource(Map.of("server.port", "many")));
    Throwable cause = catchThrowable(() -> settings.bind("server.port", Integer.class));

    assertThat(told(cause)).startsWith("The setting server.port=many cannot be read: ");
  }

  @Test
  void whatMayBeASecretIsNotRepeated() {
    assertThat(unreadable("yardmaster.access.tokens", "ym_secret", AccessProperties.class))
        .startsWith("The setting yardmaster.access.tokens cannot be read: each access token is")
        .contains("YARDMASTER_ACCESS_TOKENS_0_NAME", "yardmaster.jar token --name NAME")
        .doesNotContain("ym_secret");
    assertThat(unreadable("yardmaster.access.session-lasts", "ym_secret", AccessProperties.class))
        .isEqualTo(
            "The setting yardmaster.access.session-lasts cannot be read: it has to be a time such"
                + " as 500ms, 30s, 5m, 12h or 30d.");
    for (String name : List.of("a.password", "a.client-secret", "a.key-store", "a.token")) {
      assertThat(told(catchThrowable(() -> settings(name, "hush").bind(name, Integer.class))))
          .startsWith("The setting " + name + " cannot be read: ")
          .doesNotContain("hush");
      assertThat(
              told(
                  catchThrowable(
                      () -> settings(name, "hush").bind(name, AccessProperties.Token.class))))
          .startsWith("The setting " + name + " cannot be read: ")
          .doesNotContain("hush");
    }
  }

  private static Binder settings(String name, String value) {
    return new Binder(new MapConfigurationPropertySource(Map.of(name, value)));
  }

  private static String unreadable(String name, String value, Class<?> type) {
    String under = name.substring(0, name.lastIndexOf('.'));
    return told(catchThrowable(() -> settings(name, value).bind(under, type)));
  }

  @Test
  void aSettingOutOfItsBoundsIsNamedInFullWithItsValueAsWritten() {
    ValidationBindHandler rules =
        new ValidationBindHandler(
            new SpringValidatorAdapter(Validation.buildDefaultValidatorFactory().getValidator()));
    Throwable cause =
        catchThrowable(
            () ->
                settings("yardmaster.access.session-lasts", "1s")
                    .bind("yardmaster.access", Bindable.of(AccessProperties.class), rules));

    assertThat(told(cause))
        .startsWith("The setting yardmaster.access.session-lasts=1s is not allowed: must be ")
        .endsWith(".");
  }

  @Test
  void aRefusalToLetStrangersInSaysWhatToChange() throws UnknownHostException {
    InetAddress everywhere = InetAddress.getByName("0.0.0.0");

    assertThat(told(catchThrowable(() -> BindRule.check(everywhere, 8080, null, false))))
        .startsWith("The service cannot start: Yardmaster would listen on 0.0.0.0")
        .contains("Set server.address=127.0.0.1, or leave it out.");
  }

  @Test
  void aWrongAccessTokenIsToldWithoutItsSecret() {
    assertThat(
            told(
                catchThrowable(
                    () ->
                        AccessToken.parse(
                            "yardmaster.access.tokens[3]", "a", List.of("view"), "ym_secret1234"))))
        .isEqualTo(
            "The service cannot start: yardmaster.access.tokens[3].hash is \"ym_secret123…\", but"
                + " must be \"sha256:\" and 64 hexadecimal digits, as the command \"token\" prints"
                + " it."
                + System.lineSeparator()
                + "Make an entry with: java -jar yardmaster.jar token --name NAME --role ROLE");
  }

  @Test
  void anythingElseIsToldInTheWordsOfItsInnermostCause() {
    assertThat(
            told(
                new RuntimeException(
                    "Error creating bean",
                    new IllegalStateException(
                        "server.address is 0.0.0.0, but no access token is configured."))))
        .isEqualTo(
            "The service cannot start: server.address is 0.0.0.0, but no access token is"
                + " configured.");
  }
}
