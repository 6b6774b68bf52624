package dev.yardmaster.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Callers that mean harm, or do it. The service has little memory, which it would run out of if
 * what they send were kept; after each of them it still answers others.
 */
class EdgeIT {

  private static final int SOCKET_TIMEOUT_MILLIS = 120_000;
  private static final List<String> LITTLE_MEMORY =
      List.of("-Xmx160m", "-XX:+ExitOnOutOfMemoryError");

  /** In every build; {@code -Dyardmaster.edge.requests=1000000} for a million. */
  private static final int REQUESTS = Integer.getInteger("yardmaster.edge.requests", 100_000);

  private static final long LONG = 1_000_000_000_000L;
  private static final int CONNECTIONS = 8;
  private static final int REQUESTS_IN_FLIGHT = 100;
  private static final int SLOW = 500;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Socket connect(URI service) throws IOException {
    Socket socket = new Socket(service.getHost(), service.getPort());
    socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
    return socket;
  }

  private static byte[] post(URI service, String type, byte[] body) {
    return post(service, type, body.length, body);
  }

  private static byte[] post(URI service, String type, long length, byte[] body) {
    byte[] head =
        ("POST /api/v1/runs HTTP/1.1\r\nHost: "
                + service.getAuthority()
                + "\r\nConnection: close\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  /** What is answered to some bytes. */
  private String answer(URI service, byte[] request) throws IOException {
    try (Socket socket = connect(service)) {
      try {
        socket.getOutputStream().write(request);
      } catch (IOException refusedInTheMiddle) {
        // The answer may be there all the same.
      }
      return upToItsEnd(socket.getInputStream());
    }
  }

  /** An object; the server may go on to read what was sent, and only then hang up. */
  private static String upToItsEnd(InputStream in) throws IOException {
    StringBuilder answer = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      answer.append((char) next);
      if (next == '}') {
        break;
      }
    }
    return answer.toString();
  }

  private static void assertAnswersOthers(Service service) {
    service.api().get("/api/v1/runs").ok();
    assertThat(service.program().out() + service.program().err())
        .doesNotContain("OutOfMemoryError", "Unexpected failure");
  }

  @Test
  void nothingOfAllThatEndsTheServiceOrItsMemory() throws Exception {
    Service service = Service.start(workshop, workshop.directory(), LITTLE_MEMORY);
    URI uri = service.uri();

    assertThat(answer(uri, post(uri, "application/json", deep()))).startsWith("HTTP/1.1 4");
    assertAnswersOthers(service);
    assertThat(answer(uri, post(uri, "application/yaml", bomb())))
        .startsWith("HTTP/1.1 4")
        .contains("alias");
    assertAnswersOthers(service);
    assertThat(answer(uri, hugeHeader(uri))).startsWith("HTTP/1.1 4");
    assertAnswersOthers(service);
    assertThat(answer(uri, post(uri, "application/json", LONG, new byte[0])))
        .startsWith("HTTP/1.1 413");
    assertAnswersOthers(service);
    assertThat(answer(uri, endlessBody(uri))).startsWith("HTTP/1.1 413");
    assertAnswersOthers(service);
    slowBodies(service);
    manyTinyRequests(uri);
    assertAnswersOthers(service);
  }

  private static byte[] deep() {
    return ("[".repeat(100_000) + "]".repeat(100_000)).getBytes(StandardCharsets.US_ASCII);
  }

  /** Ten levels of ten each: 10¹⁰ words where it is written out. */
  private static byte[] bomb() {
    StringBuilder text = new StringBuilder("a0: &a0 [bang]\n");
    for (int level = 1; level <= 10; level++) {
      String below = "*a" + (level - 1);
      text.append("a%1$d: &a%1$d [%2$s]\n".formatted(level, String.join(", ", nCopies(10, below))));
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] hugeHeader(URI service) {
    return ("GET /api/v1/runs HTTP/1.1\r\nHost: "
            + service.getAuthority()
            + "\r\nConnection: close\r\nX-Request-Id: "
            + "x".repeat(1_000_000)
            + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Chunks, so that nothing says how long it will be: 64 MB of them. */
  private static byte[] endlessBody(URI service) {
    byte[] head =
        ("POST /api/v1/runs HTTP/1.1\r\nHost: "
                + service.getAuthority()
                + "\r\nConnection: close\r\nContent-Type: application/json"
                + "\r\nTransfer-Encoding: chunked\r\n\r\n4000000\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + 0x4000000);
    Arrays.fill(all, head.length, all.length, (byte) ' ');
    return all;
  }

  /** They keep a connection each and nothing else, and lose it after a while. */
  private void slowBodies(Service service) throws IOException {
    byte[] begun = post(service.uri(), "application/json", 100_000, "{\"name\":".getBytes(UTF_8));
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW; i++) {
        Socket socket = connect(service.uri());
        slow.add(socket);
        socket.getOutputStream().write(begun);
      }
      assertAnswersOthers(service);
      for (Socket socket : slow) {
        assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
            .startsWith("HTTP/1.1 408");
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
    assertAnswersOthers(service);
  }

  private void manyTinyRequests(URI service) throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      List<Future<Integer>> answered = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        Callable<Integer> one = () -> tinyRequests(service, REQUESTS / CONNECTIONS);
        answered.add(threads.submit(one));
      }
      int all = 0;
      for (Future<Integer> one : answered) {
        all += one.get();
      }
      assertThat(all).isEqualTo(REQUESTS / CONNECTIONS * CONNECTIONS);
    }
  }

  /** Sends many before it reads the answers to them; counts these. */
  private int tinyRequests(URI service, int requests) throws IOException {
    byte[] one =
        ("GET /x HTTP/1.1\r\nHost: " + service.getAuthority() + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    int answers = 0;
    try (Socket socket = connect(service)) {
      OutputStream out = socket.getOutputStream();
      Answers in = new Answers(socket.getInputStream());
      for (int sent = 0; sent < requests; ) {
        int some = Math.min(REQUESTS_IN_FLIGHT, requests - sent);
        for (int i = 0; i < some; i++) {
          out.write(one);
        }
        sent += some;
        answers += in.read(some);
      }
    }
    return answers;
  }

  /** Counts status lines in what comes. */
  private static final class Answers {

    private static final byte[] MARK = "HTTP/1.1 404".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private int matched;

    Answers(InputStream in) {
      this.in = in;
    }

    int read(int wanted) throws IOException {
      int found = 0;
      while (found < wanted) {
        int length = in.read(buffer);
        if (length < 0) {
          throw new IOException("the service hung up after " + found + " of " + wanted);
        }
        for (int i = 0; i < length; i++) {
          matched = buffer[i] == MARK[matched] ? matched + 1 : buffer[i] == MARK[0] ? 1 : 0;
          if (matched == MARK.length) {
            matched = 0;
            found++;
          }
        }
      }
      return found;
    }
  }
}
