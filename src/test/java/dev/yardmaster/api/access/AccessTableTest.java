package dev.yardmaster.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.WireJson;
import dev.yardmaster.api.problem.ProblemWriter;
import dev.yardmaster.config.HttpTest;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.ServiceBusyException;
import dev.yardmaster.history.Histories;
import dev.yardmaster.live.LiveHandshake;
import dev.yardmaster.live.LiveService;
import dev.yardmaster.testing.CapturedLog;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.SampleTokens;
import dev.yardmaster.testing.Samples;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** Every call against everybody who may make it. */
@HttpTest
@Import({PromptDoorkeeper.class, AccessTableTest.Live.class})
class AccessTableTest {

  /**
   * {@code +} is answered, {@code ?} is asked who it is (401), {@code -} may not (403). Whoever
   * adds a call adds a line.
   */
  private static final String TABLE =
      """
      call                                             none wrong view submit work admin
      GET /                                             ?    ?     +    +      -    +
      GET /ui/runs/{run}                                ?    ?     +    +      -    +
      GET /ui/workers                                   ?    ?     +    +      -    +
      GET /ui/resources                                 ?    ?     +    +      -    +
      GET /ui/submit                                    ?    ?     +    +      -    +
      GET /sign-in                                      +    +     +    +      +    +
      POST /sign-in                                     +    +     +    +      +    +
      POST /sign-out                                    +    +     +    +      +    +
      GET /error                                        ?    ?     +    +      -    +

      GET /api/v1/runs                                  ?    ?     +    +      -    +
      HEAD /api/v1/runs                                 ?    ?     +    +      -    +
      OPTIONS /api/v1/runs                              ?    ?     +    +      -    +
      POST /api/v1/runs                                 ?    ?     -    +      -    +
      PUT /api/v1/runs                                  ?    ?     -    +      -    +
      GET /api/v1/runs/{run}                            ?    ?     +    +      -    +
      DELETE /api/v1/runs/{run}                         ?    ?     -    +      -    +
      GET /api/v1/runs/{run}/wait                       ?    ?     +    +      -    +
      POST /api/v1/runs/{run}/cancel                    ?    ?     -    +      -    +
      GET /api/v1/runs/{run}/events                     ?    ?     +    +      -    +
      GET /api/v1/runs/{run}/history                    ?    ?     +    +      -    +
      GET /api/v1/runs/{run}/timeline                   ?    ?     +    +      -    +
      GET /api/v1/runs/{run}/failures                   ?    ?     +    +      -    +
      GET /api/v1/runs/{run}/tasks/{task}/blocks        ?    ?     +    +      -    +
      GET /api/v1/runs/{run}/tasks/{task}/map           ?    ?     +    +      -    +
      GET /api/v1/resources                             ?    ?     +    +      -    +
      GET /api/v1/live                                  ?    ?     +    +      -    +
      GET /nothing/here                                 ?    ?     +    +      -    +
      POST /nothing/here                                ?    ?     -    +      -    +

      GET /api/v1/workers                               ?    ?     +    +      -    +
      POST /api/v1/workers                              ?    ?     -    -      +    +
      POST /api/v1/workers/{id}/acquire                 +    +     +    +      +    +
      POST /api/v1/workers/{id}/release                 +    +     +    +      +    +
      POST /api/v1/workers/{id}/unbind                  +    +     +    +      +    +
      POST /api/v1/workers/{id}/heartbeat               +    +     +    +      +    +
      DELETE /api/v1/workers/{id}                       +    +     +    +      +    +
      GET /api/v1/workers/{id}                          ?    ?     +    +      -    +

      GET /v3/api-docs                                  ?    ?     +    +      -    +
      GET /v3/api-docs.yaml                             ?    ?     +    +      -    +
      GET /actuator                                     ?    ?     -    -      -    +
      GET /actuator/health                              +    +     +    +      +    +
      GET /actuator/health/liveness                     +    +     +    +      +    +
      GET /actuator/health/readiness                    +    +     +    +      +    +
      GET /actuator/health/**                           ?    ?     -    -      -    +
      GET /actuator/prometheus                          ?    ?     +    +      -    +
      GET /actuator/heapdump                            ?    ?     -    -      -    +
      POST /actuator/loggers                            ?    ?     -    -      -    +

      GET /yardmaster.css                               +    +     +    +      +    +
      GET /icon.svg                                     +    +     +    +      +    +
      GET /app/app.js                                   +    +     +    +      +    +
      """;

  private static final List<String> CALLERS =
      List.of("none", "wrong", "view", "submit", "work", "admin");

  /** Any file there is; which of them, the line for each says. */
  private static final Set<String> FILES = Set.of("GET /**", "GET /webjars/**");

  static class Live {

    @Bean
    SimpleUrlHandlerMapping liveMapping(Engine engine, Histories histories) {
      LiveService live =
          new LiveService(engine, histories, EngineClock.system(), InstantSource.system());
      return new SimpleUrlHandlerMapping(
          Map.of("/api/v1/live", new LiveHandshake(live, new ProblemWriter(WireJson.MAPPER))),
          Ordered.HIGHEST_PRECEDENCE);
    }
  }

  @DynamicPropertySource
  static void tokens(DynamicPropertyRegistry registry) {
    SampleTokens.configure(registry);
  }

  record Line(String call, String caller, String expected) {}

  static Stream<Line> lines() {
    return TABLE
        .lines()
        .skip(1)
        .filter(line -> !line.isBlank())
        .map(line -> line.split(" +"))
        .flatMap(AccessTableTest::lines);
  }

  private static Stream<Line> lines(String... cells) {
    assertThat(cells).as(Arrays.toString(cells)).hasSize(2 + CALLERS.size());
    String call = cells[0] + " " + cells[1];
    return Stream.iterate(0, i -> i < CALLERS.size(), i -> i + 1)
        .map(i -> new Line(call, CALLERS.get(i), cells[2 + i]));
  }

  private final CapturedLog log = new CapturedLog(Doorkeeper.class.getName());
  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;
  @Autowired private ApplicationContext context;

  @BeforeEach
  void oneRun() {
    service.reset();
    service.views().show(Samples.running());
    service
        .engine()
        .answers(() -> CompletableFuture.failedFuture(new ServiceBusyException("it is a table")));
  }

  @AfterEach
  void end() {
    log.close();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void everyCallIsForThoseOfTheTable(Line line) throws Exception {
    MvcTestResult result = call(line);

    String body = result.getResponse().getContentAsString();
    switch (line.expected()) {
      case "+" -> {
        assertThat(body)
            .doesNotContain("access_token_needed", "unknown_token", "role_missing", "unknown_host");
        assertThat(String.valueOf(result.getResponse().getHeader("Location")))
            .doesNotStartWith("/sign-in?");
        if (!body.contains("\"busy\"")) { // what the engine here says to whoever gets that far
          assertThat(result.getResponse().getStatus()).isLessThan(500);
        }
      }
      case "?" -> {
        assertThat(result).hasStatus(401);
        assertThat(result.getResponse().getHeader("WWW-Authenticate"))
            .isEqualTo("Bearer realm=\"yardmaster\"");
        assertThat(body)
            .contains(line.caller().equals("none") ? "access_token_needed" : "unknown_token");
      }
      case "-" -> {
        assertThat(result).hasStatus(403);
        assertThat(body)
            .contains("role_missing", "the token of " + line.caller() + " has " + line.caller());
      }
      default -> throw new AssertionError(line);
    }
  }

  private MvcTestResult call(Line line) {
    String[] call = line.call().split(" ");
    String path =
        call[1]
            .replace("{run}", "deepfield-12")
            .replace("{task}", "detect")
            .replace("{id}", "w-7")
            .replace("**", "other");
    var request = mvc.method(HttpMethod.valueOf(call[0])).uri(path);
    if (path.endsWith("/wait")) {
      request.param("timeout", "1ms");
    }
    if (call[0].equals("POST") && path.startsWith("/api")) {
      request.contentType("application/json").content("{}");
    }
    if (!line.caller().equals("none")) {
      request.header("Authorization", SampleTokens.bearer(line.caller()));
    }
    return request.exchange();
  }

  @Test
  void theTableHasEveryCallThatThereIs() {
    Set<String> told = new TreeSet<>(lines().map(Line::call).toList());
    Set<String> silent = new TreeSet<>(calls());
    assertThat(silent).as("found at all").contains("POST /api/v1/runs", "GET /api/v1/live");
    silent.removeAll(told);
    silent.removeAll(FILES);

    assertThat(silent).as("calls without a line in the table").isEmpty();
  }

  private List<String> calls() {
    List<String> calls = new ArrayList<>();
    context
        .getBeansOfType(RequestMappingInfoHandlerMapping.class)
        .values()
        .forEach(mapping -> mapping.getHandlerMethods().keySet().forEach(i -> add(i, calls)));
    context
        .getBeansOfType(AbstractUrlHandlerMapping.class)
        .values()
        .forEach(mapping -> mapping.getHandlerMap().keySet().forEach(p -> calls.add("GET " + p)));
    return calls;
  }

  private static void add(RequestMappingInfo info, List<String> calls) {
    Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
    for (String path : info.getPatternValues()) {
      if (methods.isEmpty()) {
        calls.add("GET " + path);
      }
      methods.forEach(method -> calls.add(method + " " + path));
    }
  }
}
