package dev.yardmaster.api.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.WireJson;
import dev.yardmaster.api.problem.BodyTooLargeException;
import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class SafetyFilterTest {

  private static final String[] METHODS = {
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"
  };

  private final SafetyFilter filter =
      new SafetyFilter(
          List.of("Yard.Example", "[fd00::1]"),
          List.of("https://ci.example"),
          false,
          new ProblemWriter(WireJson.MAPPER));

  private final MockHttpServletResponse response = new MockHttpServletResponse();
  private final MockFilterChain chain = new MockFilterChain();

  private static MockHttpServletRequest request(String method, String host) {
    MockHttpServletRequest request = new MockHttpServletRequest(method, "/api/v1/runs");
    request.addHeader("Host", host);
    return request;
  }

  private ServletRequest passed(MockHttpServletRequest request) throws Exception {
    filter.doFilter(request, response, chain);
    assertThat(response.getStatus()).isEqualTo(200);
    assertThat(chain.getRequest()).isNotNull();
    return chain.getRequest();
  }

  private void refused(MockHttpServletRequest request, int status, String code) throws Exception {
    filter.doFilter(request, response, chain);
    assertThat(chain.getRequest()).isNull();
    assertThat(response.getStatus()).isEqualTo(status);
    assertThat(response.getContentType()).isEqualTo("application/problem+json");
    assertThat(response.getContentAsString()).contains("\"code\":\"" + code + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:8080",
        "LOCALHOST:1",
        "127.0.0.1",
        "127.0.0.1:8080",
        "[::1]",
        "[::1]:8080",
        "yard.example",
        "yard.example:443",
        "[fd00::1]:80"
      })
  void theServiceIsCalledByItsOwnNames(String host) throws Exception {
    passed(request("GET", host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "0.0.0.0",
        "[::1",
        "[::1]evil",
        "::1",
        "localhost:80:80",
        "localhost:x",
        "localhost.",
        "user@localhost",
        "",
        ":8080"
      })
  void noOtherNameIsAnswered(String host) throws Exception {
    refused(request("GET", host), 403, "unknown_host");
  }

  /** Probes of a cluster do so, and a page cannot make an address mean another machine. */
  @ParameterizedTest
  @CsvSource({
    "10.0.3.4:8080, true",
    "[2001:db8::1]:8080, true",
    "127.0.0.2, true",
    "evil.example, false",
    "10.0.3.4.evil.example, false"
  })
  void whereTokensTellWhoCallsAnyAddressWillDo(String host, boolean answered) throws Exception {
    SafetyFilter withTokens =
        new SafetyFilter(List.of(), List.of(), true, new ProblemWriter(WireJson.MAPPER));

    withTokens.doFilter(request("GET", host), response, chain);

    assertThat(response.getStatus()).isEqualTo(answered ? 200 : 403);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /sign-in, application/x-www-form-urlencoded, 200, 200",
    "POST, /sign-in, application/x-www-form-urlencoded;charset=UTF-8, 200, 200",
    "POST, /sign-in, application/x-www-form-urlencoded, 8193, 413",
    "POST, /sign-in, multipart/form-data; boundary=x, 200, 415",
    "PUT, /sign-in, application/x-www-form-urlencoded, 200, 415",
    "POST, /sign-in/, application/x-www-form-urlencoded, 200, 415"
  })
  void theOneFormIsTheOneToSignIn(String method, String path, String type, int size, int status)
      throws Exception {
    MockHttpServletRequest request = withBody(method, type);
    request.setRequestURI(path);
    request.setContent(new byte[size]);

    filter.doFilter(request, response, chain);

    assertThat(response.getStatus()).isEqualTo(status);
  }

  @Test
  void whoDoesNotSayWhomItCallsIsNotAnswered() throws Exception {
    refused(new MockHttpServletRequest("GET", "/"), 403, "unknown_host");
  }

  static String[] methods() {
    return METHODS.clone();
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("methods")
  void aForeignNameIsRefusedOnEveryMethod(String method) throws Exception {
    refused(request(method, "evil.example"), 403, "unknown_host");
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("methods")
  void aForeignPageIsRefusedOnEveryMethod(String method) throws Exception {
    MockHttpServletRequest request = request(method, "localhost:8080");
    request.addHeader("Origin", "https://evil.example");
    refused(request, 403, "foreign_origin");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080, localhost:8080",
    "http://LOCALHOST:8080, localhost:8080",
    "http://127.0.0.1:8080, 127.0.0.1:8080",
    "http://[::1]:8080,     [::1]:8080",
    "http://localhost,      localhost",
    "http://localhost,      localhost:80",
    "https://ci.example,    localhost:8080"
  })
  void theServicesOwnPagesAndConfiguredOnesMayCall(String origin, String host) throws Exception {
    MockHttpServletRequest request = request("POST", host);
    request.addHeader("Origin", origin);
    passed(request);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        "http://localhost:3000",
        "http://localhost",
        "https://localhost:8080",
        "http://127.0.0.1:8080",
        "http://localhost:8080.evil.example",
        "http://localhost:8080/",
        "ftp://localhost:8080",
        "localhost:8080",
        "https://ci.example.evil",
        "http://ci.example"
      })
  void everyOtherOriginIsForeign(String origin) throws Exception {
    MockHttpServletRequest request = request("GET", "localhost:8080");
    request.addHeader("Origin", origin);
    refused(request, 403, "foreign_origin");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, cross-site",
    "DELETE, cross-site",
    "PUT, cross-site",
    "OPTIONS, cross-site",
    "POST, same-site"
  })
  void nothingIsChangedFromAnotherSite(String method, String site) throws Exception {
    MockHttpServletRequest request = request(method, "localhost:8080");
    request.addHeader("Sec-Fetch-Site", site);
    refused(request, 403, "foreign_origin");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, cross-site",
    "HEAD, cross-site",
    "POST, same-origin",
    "POST, none",
    "GET, same-site"
  })
  void linksFromAnotherSiteMayBeFollowed(String method, String site) throws Exception {
    MockHttpServletRequest request = request(method, "localhost:8080");
    request.addHeader("Sec-Fetch-Site", site);
    passed(request);
  }

  @Test
  void aConfiguredPageMayChangeThings() throws Exception {
    MockHttpServletRequest request = request("POST", "localhost:8080");
    request.addHeader("Sec-Fetch-Site", "cross-site");
    request.addHeader("Origin", "https://ci.example");
    passed(request);
  }

  private static MockHttpServletRequest withBody(String method, String contentType) {
    MockHttpServletRequest request = request(method, "localhost:8080");
    request.setContentType(contentType);
    request.setContent("{}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return request;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "APPLICATION/JSON",
        "application/json;charset=UTF-8",
        "application/json; charset=\"utf-8\"",
        "application/merge-patch+json",
        "application/yaml",
        "application/x-yaml",
        "text/yaml"
      })
  void bodiesAreJsonOrYaml(String contentType) throws Exception {
    passed(withBody("POST", contentType));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/plain;application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json+xml",
        "text/html",
        "application/json;charset=utf-16",
        "json",
        "nonsense"
      })
  void everyOtherBodyIsRefused(String contentType) throws Exception {
    refused(withBody("POST", contentType), 415, "unsupported_media_type");
  }

  @Test
  void aBodyWithoutATypeIsRefused() throws Exception {
    refused(withBody("POST", null), 415, "unsupported_media_type");
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("methods")
  void bodiesAreLookedAtOnEveryMethod(String method) throws Exception {
    refused(withBody(method, "text/plain"), 415, "unsupported_media_type");
  }

  @Test
  void aCallWithoutABodyNeedsNoType() throws Exception {
    MockHttpServletRequest request = request("POST", "localhost:8080");
    request.setContentType("application/x-www-form-urlencoded");
    passed(request);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/runs, 1048576, true",
    "/api/v1/runs, 1048577, false",
    "/api/v1/workers/w-1/release, 262144, true",
    "/api/v1/workers/w-1/release, 262145, false",
    "/anything, 262145, false"
  })
  void bodiesAreBoundedByTheirAnnouncedSize(String path, int size, boolean passes)
      throws Exception {
    MockHttpServletRequest request = withBody("POST", "application/json");
    request.setRequestURI(path);
    request.setContent(new byte[size]);
    if (passes) {
      passed(request);
    } else {
      refused(request, 413, "body_too_large");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/runs, 1048576, true",
    "/api/v1/runs, 1048577, false",
    "/api/v1/workers, 262145, false"
  })
  void bodiesOfUnknownSizeAreBoundedWhileTheyAreRead(String path, int size, boolean passes)
      throws Exception {
    MockHttpServletRequest request =
        new MockHttpServletRequest("POST", path) {
          @Override
          public long getContentLengthLong() {
            return -1;
          }
        };
    request.addHeader("Host", "localhost");
    request.addHeader("Transfer-Encoding", "chunked");
    request.setContentType("application/json");
    request.setContent(new byte[size]);

    ServletRequest bounded = passed(request);
    if (passes) {
      assertThat(bounded.getInputStream().readAllBytes()).hasSize(size);
    } else {
      Assertions.assertThatExceptionOfType(BodyTooLargeException.class)
          .isThrownBy(() -> bounded.getInputStream().readAllBytes());
      Assertions.assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> bounded.getInputStream().read());
    }
  }

  @Test
  void aBodyOfUnknownSizeHasToHaveATypeToo() throws Exception {
    MockHttpServletRequest request = request("POST", "localhost");
    request.addHeader("Transfer-Encoding", "chunked");
    refused(request, 415, "unsupported_media_type");
  }

  @Test
  void pagesMayLoadNothingButTheirOwnScriptsAndStyle() throws Exception {
    MockHttpServletRequest request = request("GET", "localhost");
    request.setRequestURI("/");
    passed(request);
    assertThat(response.getHeader("Content-Security-Policy"))
        .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
        .contains("connect-src 'self'", "base-uri 'none'", "form-action 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe", "http", "*");
    assertThat(response.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(response.getHeader("Referrer-Policy")).isEqualTo("same-origin");
  }
}
