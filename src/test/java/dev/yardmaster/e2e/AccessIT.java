package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.api.access.TokenHash;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A service that asks who calls. */
class AccessIT {

  private static final String PIPELINE =
      """
      name: seen
      tasks:
        - {id: look, blocks: 2, tags: [%s], command: [sh, -c, 'env > env-$YARDMASTER_BLOCK']}
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private static String token(String name) {
    return "ym_" + (name + "-").repeat(8);
  }

  private static List<String> entry(int index, String name, String role) {
    String place = "--yardmaster.access.tokens[" + index + "]";
    return List.of(
        place + ".name=" + name,
        place + ".roles=" + role,
        place + ".hash=" + TokenHash.of(token(name)).text());
  }

  private static List<String> tokens() {
    List<String> settings = new ArrayList<>();
    settings.addAll(entry(0, "vera", "view"));
    settings.addAll(entry(1, "sam", "submit"));
    settings.addAll(entry(2, "woody", "work"));
    return settings;
  }

  private Service service(String... more) {
    List<String> settings = tokens();
    settings.addAll(List.of("--yardmaster.workers.embedded.count=1"));
    settings.addAll(List.of("--yardmaster.workers.embedded.tags=inside"));
    settings.addAll(List.of(more));
    return Service.start(workshop, workshop.directory(), settings.toArray(String[]::new));
  }

  private Program with(Service service, String name, String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--server", service.uri().toString()));
    return workshop.start(
        workshop.directory(),
        name.isEmpty() ? Map.of() : Map.of("YARDMASTER_ACCESS_TOKEN", token(name)),
        Project.yardmaster(all.toArray(String[]::new)));
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    return send(HttpClient.newHttpClient(), request);
  }

  private static HttpRequest.Builder to(Service service, String path) {
    return HttpRequest.newBuilder(service.uri().resolve(path));
  }

  private static HttpRequest.Builder form(Service service, String token) {
    return to(service, "/sign-in")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(
            HttpRequest.BodyPublishers.ofString(
                "to=%2Fui%2Fworkers&token=" + URLEncoder.encode(token, StandardCharsets.UTF_8)));
  }

  @Test
  void theCommandLineItsWorkersAndThoseInsideShowWhoTheyAre() throws IOException {
    Service service = service();
    Path folder = workshop.directory();
    Files.writeString(folder.resolve("inside.yaml"), PIPELINE.formatted("inside"));
    Files.writeString(folder.resolve("far.yaml"), PIPELINE.formatted("far"));
    Files.writeString(folder.resolve("sam.token"), token("sam") + "\n");

    Program none = with(service, "", "run", "inside.yaml").ends(2);
    assertThat(none.err()).contains("came without an access token", "--token-file");
    Program viewer = with(service, "vera", "run", "inside.yaml").ends(2);
    assertThat(viewer.err()).contains("needs the role submit or admin", "of vera has view");
    Program stranger = with(service, "nobody", "run", "inside.yaml").ends(2);
    assertThat(stranger.err()).contains("no access token of this service is like that");

    Program run = with(service, "", "run", "inside.yaml", "--token-file", "sam.token").ends(0);
    assertThat(run.out()).contains("seen-1");

    Program refused = with(service, "sam", "worker", "--slots", "1").ends(2);
    assertThat(refused.err()).contains("needs the role work or admin", "of sam has submit");
    with(service, "woody", "worker", "--slots", "1", "--tags", "far", "--host", "elsewhere");
    with(service, "sam", "run", "far.yaml").ends(0);
    for (int block = 0; block < 2; block++) {
      assertThat(Files.readString(folder.resolve("env-" + block)))
          .contains("YARDMASTER_RUN=seen-2")
          .doesNotContain("ACCESS_TOKEN", token("woody"));
    }

    HttpResponse<String> events =
        send(
            to(service, "/api/v1/runs/seen-2/events")
                .header("Authorization", "Bearer " + token("vera"))
                .header("X-Request-Id", "look-1"));
    assertThat(events.body()).contains("Submitted by sam: 1 task with 2 blocks in all.");
    assertThat(events.headers().firstValue("X-Request-Id")).contains("look-1");
  }

  @Test
  void aWorkerOfOnesOwnShowsItsTokenToRegister() throws IOException {
    Service service = service();
    Path folder = workshop.directory();
    Files.writeString(
        folder.resolve("primes.yaml"),
        "{name: few, params: {numbers_per_block: 10}, tasks: [{id: count, blocks: 3}]}");

    Program none = primes(service, Map.of()).ends(1);
    assertThat(none.err()).contains("401", "access_token_needed");
    Program refused = primes(service, Map.of("YARDMASTER_ACCESS_TOKEN", token("sam"))).ends(1);
    assertThat(refused.err()).contains("403", "role_missing");

    Program worker = primes(service, Map.of("YARDMASTER_ACCESS_TOKEN", token("woody")));
    with(service, "sam", "run", "primes.yaml").ends(0);
    assertThat(worker.out())
        .contains("block 0 of 3: 4 primes from 0 on") // 2, 3, 5, 7
        .contains("block 2 of 3: 2 primes from 20 on"); // 23, 29
    worker.pressCtrlC();
    worker.ends(0);
  }

  private Program primes(Service service, Map<String, String> environment) {
    String worker = Project.examples().resolve("client/worker.py").toString();
    return workshop.start(
        workshop.directory(), environment, List.of("python3", worker, service.uri().toString()));
  }

  @Test
  void aBrowserStaysSignedInOverARestartUntilItsTokenIsGone() {
    Service service = service();
    HttpResponse<String> unknown = send(to(service, "/ui/workers").header("Accept", "text/html"));
    assertThat(unknown.statusCode()).isEqualTo(303);
    assertThat(unknown.headers().firstValue("Location")).contains("/sign-in?to=%2Fui%2Fworkers");

    HttpResponse<String> signedIn = send(form(service, token("vera")));
    assertThat(signedIn.statusCode()).isEqualTo(303);
    assertThat(signedIn.headers().firstValue("Location")).contains("/ui/workers");
    String set = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(set).contains("HttpOnly", "SameSite=Strict").doesNotContain("Secure");
    String cookie = set.substring(0, set.indexOf(';'));

    assertThat(page(service, cookie)).contains("Signed in as <b>vera</b>");
    service.kill();
    service.startAgain();
    assertThat(page(service, cookie)).contains("Signed in as <b>vera</b>");
    service.kill();
    service.startAgain("--yardmaster.access.tokens[0].hash=" + TokenHash.of("another").text());
    assertThat(send(to(service, "/api/v1/runs").header("Cookie", cookie)).statusCode())
        .isEqualTo(401);
  }

  private static String page(Service service, String cookie) {
    HttpResponse<String> page = send(to(service, "/ui/workers").header("Cookie", cookie));
    assertThat(page.statusCode()).isEqualTo(200);
    return page.body();
  }

  @Test
  void whoGuessesWaitsAndProbesAreAnswered() {
    Service service = service();
    long before = System.nanoTime();
    HttpResponse<String> first = send(form(service, "ym_guess"));
    HttpResponse<String> second =
        send(to(service, "/api/v1/runs").header("Authorization", "Bearer ym_guess"));
    Duration took = Duration.ofNanos(System.nanoTime() - before);

    assertThat(first.statusCode()).isEqualTo(401);
    assertThat(second.statusCode()).isEqualTo(401);
    assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(250 + 500));
    for (String open : List.of("/actuator/health/liveness", "/actuator/health/readiness")) {
      assertThat(send(to(service, open)).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void whoWatchesIsAskedToo() {
    Service service = service();
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> watch(service, "X-Nothing", "x"))
        .havingCause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(401));
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> watch(service, "Authorization", "Bearer " + token("woody")))
        .havingCause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(403));

    watch(service, "Authorization", "Bearer " + token("vera")).abort();
    String set =
        send(form(service, token("vera"))).headers().firstValue("Set-Cookie").orElseThrow();
    watch(service, "Cookie", set.substring(0, set.indexOf(';'))).abort();
  }

  private static WebSocket watch(Service service, String header, String value) {
    return HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .header(header, value)
        .buildAsync(
            URI.create("ws://" + service.uri().getAuthority() + "/api/v1/live"),
            new WebSocket.Listener() {})
        .join();
  }

  @Test
  void aTokenThatIsWrittenWronglyStopsTheStart() {
    Program service =
        workshop.yardmaster(
            "server",
            "--port",
            "0",
            "--yardmaster.access.tokens[0].name=alice",
            "--yardmaster.access.tokens[0].roles=submit",
            "--yardmaster.access.tokens[0].hash=ym_this-is-the-token-itself");

    assertThat(service.awaitExit()).isNotZero();
    assertThat(service.err())
        .contains(
            "yardmaster.access.tokens[0].hash", "64 hexadecimal digits", "yardmaster.jar token")
        .doesNotContain("the-token-itself", "\tat ");
  }

  /** The example of docs/access.md. */
  @Test
  void itSpeaksTlsWithTheWorkersInsideAndWithWhoeverTrustsIt() throws Exception {
    Path folder = workshop.directory();
    keytool(
        "-genkeypair -alias yardmaster -keyalg EC -validity 365 -dname CN=yard.example"
            + " -ext SAN=dns:localhost,ip:127.0.0.1 -keystore yardmaster.p12 -storetype PKCS12"
            + " -storepass changeit");
    keytool(
        "-exportcert -rfc -alias yardmaster -keystore yardmaster.p12 -storepass changeit -file"
            + " yardmaster.crt");
    keytool(
        "-importcert -noprompt -alias yardmaster -file yardmaster.crt -keystore trusted.p12"
            + " -storetype PKCS12 -storepass changeit");
    Service service =
        service(
            "--server.ssl.key-store=file:yardmaster.p12",
            "--server.ssl.key-store-password=changeit");
    assertThat(service.uri().getScheme()).isEqualTo("https");
    Files.writeString(folder.resolve("inside.yaml"), PIPELINE.formatted("inside"));

    Program untrusting = with(service, "sam", "run", "inside.yaml").ends(1);
    assertThat(untrusting.err()).contains("certificate is not trusted");
    List<String> trusting = new ArrayList<>(Project.shortLivedJava());
    trusting.add("-Djavax.net.ssl.trustStore=trusted.p12");
    trusting.add("-Djavax.net.ssl.trustStorePassword=changeit");
    trusting.addAll(List.of("-jar", Project.jar().toString(), "run", "inside.yaml", "--server"));
    trusting.add(service.uri().toString());
    workshop.start(folder, Map.of("YARDMASTER_ACCESS_TOKEN", token("sam")), trusting).ends(0);

    HttpResponse<String> signedIn = send(trusting(folder), form(service, token("vera")));
    assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow()).contains("Secure");
  }

  private void keytool(String arguments) {
    List<String> command = new ArrayList<>();
    command.add(Project.javaHome().resolve("bin").resolve("keytool").toString());
    command.addAll(List.of(arguments.split(" ")));
    workshop.start(workshop.directory(), Map.of(), command).ends(0);
  }

  private static HttpClient trusting(Path folder) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(folder.resolve("trusted.p12"))) {
      store.load(file, "changeit".toCharArray());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  /** What is configured for services is no matter of a run that has one to itself. */
  @Test
  void aRunWithAServiceInsideNeedsNoToken() throws IOException {
    Path folder = workshop.directory();
    Files.writeString(
        folder.resolve("alone.yaml"),
        "{name: alone, tasks: [{id: t, blocks: 1, command: [touch, done]}]}");
    Files.writeString(
        folder.resolve("application.yaml"),
        """
        yardmaster:
          access:
            tokens:
              - {name: alice, roles: [submit], hash: "%s"}
        """
            .formatted(TokenHash.of(token("alice")).text()));

    workshop.yardmaster("run", "alone.yaml").ends(0);

    await().atMost(Program.PATIENCE).until(() -> Files.exists(folder.resolve("done")));
  }
}
