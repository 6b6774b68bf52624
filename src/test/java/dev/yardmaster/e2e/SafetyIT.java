package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is kept out, and what the service refuses to do at its start. */
@ExtendWith(SharedService.class)
class SafetyIT {

  private static final String PIPELINE = "{\"name\": \"sneaky\", \"tasks\": []}";
  private static final int SOCKET_TIMEOUT_MILLIS = 60_000;

  @RegisterExtension private final Workshop workshop = new Workshop();

  /** Sends a request as it is, with whatever headers a browser could be made to send. */
  private static String send(Service service, String method, String path, String... headers)
      throws IOException {
    String body = method.equals("POST") ? PIPELINE : "";
    String head = String.join("\r\n", headers);
    String request =
        "%s %s HTTP/1.1\r\n%s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, head, body.length(), body);
    try (Socket socket = new Socket("127.0.0.1", service.uri().getPort())) {
      socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String own(Service service) {
    return "Host: " + service.uri().getAuthority();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void aForeignHostIsRefusedOnEveryMethod(String method, Service service) throws IOException {
    String host = "Host: rebound.example:" + service.uri().getPort();
    String json = "Content-Type: application/json";

    assertThat(send(service, method, "/api/v1/runs", host, json))
        .startsWith("HTTP/1.1 403")
        .contains("unknown_host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/api/v1/runs", "/v3/api-docs", "/nowhere"})
  void aForeignHostIsRefusedOnEveryPath(String path, Service service) throws IOException {
    assertThat(send(service, "GET", path, "Host: rebound.example")).startsWith("HTTP/1.1 403");
    assertThat(send(service, "GET", path, own(service))).doesNotStartWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://elsewhere.example", "http://127.0.0.1:1", "null"})
  void aForeignOriginIsRefused(String origin, Service service) throws IOException {
    String foreign = "Origin: " + origin;
    String json = "Content-Type: application/json";

    assertThat(send(service, "POST", "/api/v1/runs", own(service), foreign, json))
        .startsWith("HTTP/1.1 403")
        .contains("foreign_origin");
    assertThat(send(service, "GET", "/api/v1/runs", own(service), foreign))
        .startsWith("HTTP/1.1 403");
  }

  /** These three a page may send anywhere without asking first. */
  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
  void aBodyThatIsNeitherJsonNorYamlIsRefused(String type, Service service) throws IOException {
    String contentType = "Content-Type: " + type;

    assertThat(send(service, "POST", "/api/v1/runs", own(service), contentType))
        .startsWith("HTTP/1.1 415")
        .contains("unsupported_media_type");
    assertThat(send(service, "POST", "/api/v1/runs", own(service))).startsWith("HTTP/1.1 415");
  }

  @Test
  void whatIsNotRefusedIsReadAsThePipelineItIs(Service service) throws IOException {
    assertThat(
            send(
                service,
                "POST",
                "/api/v1/runs",
                own(service),
                "Origin: " + service.uri(),
                "Content-Type: application/json"))
        .startsWith("HTTP/1.1 422")
        .contains("no_tasks");
  }

  @Test
  void aServiceThatStrangersCouldReachDoesNotStart() {
    Program service = workshop.yardmaster("server", "--port", "0", "--server.address=0.0.0.0");

    assertThat(service.awaitExit()).isNotZero();
    assertThat(service.err())
        .contains("0.0.0.0", "server.address=127.0.0.1")
        .doesNotContain("\tat ");
    assertThat(service.out()).doesNotContain("ready");
  }

  @Test
  void aSecondServiceOnTheSameDatabaseDoesNotStart(Service service) {
    String data = service.directory().resolve("data").toString();

    Program second = workshop.yardmaster("server", "--port", "0", "--data-dir", data);

    assertThat(second.awaitExit()).isNotZero();
    assertThat(second.err()).contains("in use", "--data-dir").doesNotContain("\tat ");
    assertThat(second.out()).doesNotContain("ready");
    service.api().get("/api/v1/runs").ok();
  }

  @Test
  void aServiceWhosePortIsTakenSaysSo(Service service) {
    String port = Integer.toString(service.uri().getPort());

    Program second = workshop.yardmaster("server", "--port", port);

    assertThat(second.awaitExit()).isNotZero();
    assertThat(second.err()).contains("Port " + port, "--port").doesNotContain("\tat ");
  }
}
