package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yardmaster.api.safety.UnsafeBindException;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.testing.CapturedLog;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What only the real server shows: it is spoken to byte by byte. */
@SpringBootTest(
    classes = HttpTestApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "spring.main.log-startup-info=false")
class RealServerTest {

  @LocalServerPort private int port;
  @Autowired private FakeService service;

  @BeforeEach
  void oneRun() {
    service.reset();
    service.views().show(Samples.running());
    service.engine().answers(new Outcome.Submitted(Samples.RUN, false));
  }

  /** Sends a request and returns everything that comes back until the server hangs up. */
  private String say(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String request(String line, String headers) {
    return line + " HTTP/1.1\nConnection: close\n" + headers + "\n";
  }

  @Test
  void aCallIsAnswered() throws IOException {
    assertThat(say(request("GET /api/v1/runs/deepfield-12", "Host: localhost\n")))
        .startsWith("HTTP/1.1 200")
        .contains("\"id\":\"deepfield-12\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/yardmaster.css",
        "/actuator/health",
        "/v3/api-docs",
        "/api/v1/runs",
        "/error",
        "/x"
      })
  void nothingIsShownToThoseWhoCallTheServiceByAForeignName(String path) throws IOException {
    assertThat(say(request("GET " + path, "Host: evil.example\n")))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"unknown_host\"");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /actuator/health, 200",
    "POST, /actuator/health, 415",
    "PUT, /yardmaster.css, 415",
    "DELETE, /api/v1/runs, 415",
    "OPTIONS, /api/v1/runs, 415"
  })
  void bodiesAreLookedAtWhoeverWouldAnswer(String method, String path, int status)
      throws IOException {
    String body = method.equals("GET") ? "" : "Content-Type: text/plain\nContent-Length: 2\n";
    String answer =
        say(
            request(method + " " + path, "Host: localhost\n" + body)
                + (body.isEmpty() ? "" : "{}"));
    assertThat(answer).startsWith("HTTP/1.1 " + status);
  }

  @Test
  void aDocumentInPiecesIsRead() throws IOException {
    String document = "{\"name\": \"a\", \"tasks\": [{\"id\": \"x\", \"blocks\": 1}]}";
    assertThat(
            say(
                request(
                        "POST /api/v1/runs",
                        "Host: localhost\nContent-Type: application/json\n"
                            + "Transfer-Encoding: chunked\n")
                    + Integer.toHexString(document.length())
                    + "\n"
                    + document
                    + "\n0\n\n"))
        .startsWith("HTTP/1.1 201")
        .contains("Location: /api/v1/runs/deepfield-12");
  }

  @Test
  void aDocumentInPiecesIsNotReadWithoutEnd() throws IOException {
    String piece = " ".repeat(64 * 1024);
    StringBuilder pieces = new StringBuilder();
    for (int i = 0; i < 17; i++) {
      pieces.append(Integer.toHexString(piece.length())).append("\n").append(piece).append("\n");
    }
    assertThat(
            say(
                request(
                        "POST /api/v1/runs",
                        "Host: localhost\nContent-Type: application/json\n"
                            + "Transfer-Encoding: chunked\n")
                    + pieces
                    + "0\n\n"))
        .startsWith("HTTP/1.1 413")
        .contains("\"code\":\"body_too_large\"");
    assertThat(service.engine().commands()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/runs?limit=%zz",
        "/api/v1/runs?pipeline=%ff",
        "/api/v1/runs?=x",
        "/api/v1/runs/%00",
        "/api/v1/runs/%2e%2e%2f",
        "/api/v1/runs/%ff",
        "/api/v1/runs/..%5c..",
        "/api/v1/runs;x=1/deepfield-12/wait?timeout=%",
        "/%",
        "/ui/runs/%zz"
      })
  void nonsenseInTheAddressIsNoFailureOfTheService(String path) throws IOException {
    try (CapturedLog log = new CapturedLog("dev.yardmaster.api.problem")) {
      String answer = say(request("GET " + path, "Host: localhost\n"));
      assertThat(Integer.parseInt(answer.substring(9, 12))).isBetween(400, 404);
      assertThat(answer).contains("Content-Type: application/problem+json", "\"code\":");
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void whoSendsNoBodyWhereOneIsNeededIsToldSo() throws IOException {
    assertThat(say(request("POST /api/v1/runs", "Host: localhost\nContent-Length: 0\n")))
        .satisfiesAnyOf(
            answer -> assertThat(answer).startsWith("HTTP/1.1 415"),
            answer -> assertThat(answer).startsWith("HTTP/1.1 400"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/api/v1/runs", "/api/v1/nothing", "/%", "/api/v1/runs?limit=%zz"})
  void everyAnswerHasAnId(String path) throws IOException {
    assertThat(say(request("GET " + path, "Host: localhost\n")))
        .containsPattern("X-Request-Id: [0-9a-f]{16}\\s");
    assertThat(say(request("GET " + path, "Host: localhost\nX-Request-Id: mine-7\n")))
        .contains("X-Request-Id: mine-7");
  }

  @Test
  void headersAreBounded() throws IOException {
    assertThat(say(request("GET /api/v1/runs", "Host: localhost\nX: " + "x".repeat(20_000) + "\n")))
        .startsWith("HTTP/1.1 4")
        .contains("\"code\":\"bad_request\"");
  }

  @Test
  void whoWaitsCostsNoThreadOfThePlatform() {
    var threads = new java.util.concurrent.ConcurrentLinkedQueue<Boolean>();
    service
        .engine()
        .answers(
            () -> {
              threads.add(Thread.currentThread().isVirtual());
              return CompletableFuture.completedFuture(new Outcome.Cancelled(Samples.RUN, false));
            });
    assertThat(sayQuietly(request("POST /api/v1/runs/deepfield-12/cancel", "Host: localhost\n")))
        .startsWith("HTTP/1.1 202");
    assertThat(threads).containsExactly(true);
  }

  private String sayQuietly(String request) {
    try {
      return say(request);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void theServiceDoesNotStartWhereStrangersCouldCallIt() {
    String[] open = {
      "--server.address=0.0.0.0", "--server.port=0", "--spring.main.log-startup-info=false"
    };
    try (CapturedLog log = new CapturedLog("org.springframework.boot.diagnostics");
        CapturedLog context = new CapturedLog("org.springframework.boot.web.server")) {
      assertThatExceptionOfType(Exception.class)
          .isThrownBy(() -> SpringApplication.run(HttpTestApplication.class, open))
          .withStackTraceContaining(UnsafeBindException.class.getSimpleName());
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("APPLICATION FAILED TO START", "Set server.address=127.0.0.1")
          .contains("there are no access tokens");
      assertThat(context.lines()).hasSize(1);
    }
  }
}
