package dev.yardmaster.api.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindRuleTest {

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.53", "::1"})
  void loopbackIsFine(String address) {
    assertThatCode(() -> BindRule.check(InetAddress.getByName(address), 8080, null, false))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.168.1.7", "10.0.0.1", "2001:db8::1"})
  void whereStrangersCouldCallNothingStarts(String address) {
    assertThatExceptionOfType(UnsafeBindException.class)
        .isThrownBy(() -> BindRule.check(InetAddress.getByName(address), 8080, null, false))
        .withMessageContaining("server.address")
        .withMessageContaining("no access tokens")
        .satisfies(
            refusal ->
                assertThat(refusal.remedy())
                    .contains("server.address=127.0.0.1", "ssh -L 8080:127.0.0.1:8080"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.168.1.7"})
  void whereCallersShowTokensItMayListenForOthers(String address) {
    assertThatCode(() -> BindRule.check(InetAddress.getByName(address), 8080, null, true))
        .doesNotThrowAnyException();
  }

  @Test
  void noAddressIsEveryAddress() {
    assertThatExceptionOfType(UnsafeBindException.class)
        .isThrownBy(() -> BindRule.check(null, 8080, null, false))
        .withMessageContaining("every address");
  }

  @Test
  void aSecondPortWouldNotBeProtected() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    assertThatExceptionOfType(UnsafeBindException.class)
        .isThrownBy(() -> BindRule.check(loopback, 8080, 9090, true))
        .withMessageContaining("management.server.port");
    assertThatCode(() -> BindRule.check(loopback, 8080, 8080, false)).doesNotThrowAnyException();
    assertThatCode(() -> BindRule.check(loopback, 8080, -1, false)).doesNotThrowAnyException();
  }
}
