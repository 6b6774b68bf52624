package dev.yardmaster.api.safety;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RequestIdTest {

  private final RequestIdFilter filter = new RequestIdFilter();
  private final List<String> logged = new ArrayList<>();
  private final FilterChain chain = (_, _) -> logged.add(MDC.get("request"));

  private String answered(MockHttpServletRequest request) throws Exception {
    MockHttpServletResponse response = new MockHttpServletResponse();
    filter.doFilter(request, response, chain);
    assertThat(response.getHeaders("X-Request-Id")).hasSize(1);
    assertThat(MDC.get("request")).isNull();
    return Objects.requireNonNull(response.getHeader("X-Request-Id"));
  }

  private static MockHttpServletRequest with(String id) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.addHeader("X-Request-Id", id);
    return request;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "req-1.2_Z",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
      })
  void theCallersOwnIdComesBackAndIsInTheLog(String id) throws Exception {
    assertThat(answered(with(id))).isEqualTo(id);
    assertThat(logged).containsExactly(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\nb", "${jndi:x}", "\u00e9", "a/b"})
  void whatMayNotStandInALogIsReplaced(String id) throws Exception {
    assertThat(answered(with(id))).matches("[0-9a-f]{16}");
    assertThat(answered(with("a".repeat(65)))).matches("[0-9a-f]{16}");
  }

  @Test
  void whoHasNoneGetsOneOfHisOwn() throws Exception {
    String first = answered(new MockHttpServletRequest());
    String second = answered(new MockHttpServletRequest());

    assertThat(first).matches("[0-9a-f]{16}").isNotEqualTo(second);
    assertThat(logged).containsExactly(first, second);
  }

  @Test
  void aFailureEndsItToo() {
    org.assertj.core.api.Assertions.assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                filter.doFilter(
                    new MockHttpServletRequest(),
                    new MockHttpServletResponse(),
                    (_, _) -> {
                      throw new IllegalStateException();
                    }));
    assertThat(MDC.get("request")).isNull();
  }
}
