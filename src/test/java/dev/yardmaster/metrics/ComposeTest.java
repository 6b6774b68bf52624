package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.testing.Promtool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The containers that work together, as far as it can be seen without a container engine. */
class ComposeTest {

  private static final Path DOCKER = Path.of("docker");

  /** Jackson does not merge {@code <<}; here it is done by hand. */
  private static final JsonNode COMPOSE = ShippedFiles.yaml(DOCKER.resolve("compose.yaml"));

  private static Map<String, JsonNode> services() {
    Map<String, JsonNode> services = new TreeMap<>();
    COMPOSE.get("services").properties().forEach(one -> services.put(one.getKey(), one.getValue()));
    return services;
  }

  private static List<String> texts(JsonNode service, String field) {
    List<String> texts = new ArrayList<>();
    if (service.has(field)) {
      service
          .get(field)
          .forEach(
              each -> texts.add(each.isString() ? each.asString() : each.get("source").asString()));
    }
    return texts;
  }

  @Test
  void fourWorkTogether() {
    assertThat(services()).containsOnlyKeys("yardmaster", "postgres", "prometheus", "grafana");
  }

  @Test
  void nobodyElsewhereReachesThem() {
    services()
        .forEach(
            (name, service) ->
                assertThat(texts(service, "ports"))
                    .as(name)
                    .allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:")));
    assertThat(services().get("postgres").has("ports")).isFalse();
    assertThat(COMPOSE.get("networks").get("database").get("internal").asBoolean()).isTrue();
  }

  @Test
  void eachHasAVersionAndAHealthCheckAndNoMoreRightsThanItNeeds() {
    JsonNode restricted = COMPOSE.get("x-restricted");
    assertThat(restricted.get("read_only").asBoolean()).isTrue();
    assertThat(restricted.get("cap_drop").get(0).asString()).isEqualTo("ALL");
    assertThat(restricted.get("security_opt").get(0).asString())
        .isEqualTo("no-new-privileges:true");
    String text = ShippedFiles.text(DOCKER.resolve("compose.yaml"));
    services()
        .forEach(
            (name, service) -> {
              assertThat(text).contains("  " + name + ":\n    <<: *restricted\n");
              assertThat(service.get("image").asString()).as(name).matches("[^:]+:v?\\d+\\.\\d+.*");
              assertThat(service.has("mem_limit")).as(name).isTrue();
              // That of the service is in its image.
              assertThat(service.has("healthcheck") || name.equals("yardmaster")).as(name).isTrue();
              assertThat(service.has("privileged")).as(name).isFalse();
            });
  }

  @Test
  void somebodyBuriesTheOrphansOfCommands() {
    assertThat(services().get("yardmaster").get("init").asBoolean()).isTrue();
  }

  @Test
  void whatIsMountedIsThereOrIsMade() {
    services()
        .forEach(
            (name, service) -> {
              for (String mount : texts(service, "volumes")) {
                String source = mount.split(":")[0];
                if (source.startsWith(".")) {
                  assertThat(DOCKER.resolve(source)).as(name).exists();
                  assertThat(mount).endsWith(":ro");
                } else {
                  assertThat(COMPOSE.get("volumes").has(source)).as(mount).isTrue();
                }
              }
              for (String secret : texts(service, "secrets")) {
                assertThat(COMPOSE.get("secrets").has(secret)).as(secret).isTrue();
              }
            });
  }

  @Test
  void prometheusAndGrafanaFindWhatTheyNeed() {
    JsonNode prometheus = ShippedFiles.yaml(DOCKER.resolve("prometheus.yml"));
    JsonNode job = prometheus.get("scrape_configs").get(0);
    assertThat(job.get("static_configs").get(0).get("targets").get(0).asString())
        .isEqualTo("yardmaster:8080");
    assertThat(job.get("authorization").get("credentials_file").asString())
        .isEqualTo("/run/secrets/prometheus-token");
    assertThat(prometheus.get("rule_files").get(0).asString())
        .isEqualTo("/etc/prometheus/rules/*.yaml");
    assertThat(texts(services().get("prometheus"), "volumes"))
        .anyMatch(mount -> mount.contains(":/etc/prometheus/rules/yardmaster.yaml"));

    Path provisioning = DOCKER.resolve("grafana/provisioning");
    JsonNode source = ShippedFiles.yaml(provisioning.resolve("datasources/prometheus.yaml"));
    assertThat(source.get("datasources").get(0).get("url").asString())
        .isEqualTo("http://prometheus:9090");
    JsonNode provider = ShippedFiles.yaml(provisioning.resolve("dashboards/yardmaster.yaml"));
    String folder = provider.get("providers").get(0).get("options").get("path").asString();
    assertThat(texts(services().get("grafana"), "volumes"))
        .anyMatch(mount -> mount.contains(":" + folder + "/yardmaster.json"));
  }

  @Test
  void prometheusUnderstandsItsConfiguration() {
    Promtool.Result result =
        Promtool.find().run("", "check", "config", "--syntax-only", "docker/prometheus.yml");
    assertThat(result.exit()).as(result.output()).isZero();
  }

  // --- what it is prepared with -----------------------------------------------------------------

  @TempDir private Path copy;

  private void prepare() throws IOException, InterruptedException {
    Path script = copy.resolve("prepare.sh");
    Files.copy(
        DOCKER.resolve("prepare.sh"),
        script,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    Process process =
        new ProcessBuilder("bash", script.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private String secret(String name) {
    return ShippedFiles.text(copy.resolve("secrets").resolve(name));
  }

  @Test
  void everySecretIsMadeAtRandomAndOnce() throws IOException, InterruptedException {
    prepare();
    Map<String, String> first = new TreeMap<>();
    for (JsonNode each : COMPOSE.get("secrets")) {
      String name = Path.of(each.get("file").asString()).getFileName().toString();
      first.put(name, secret(name));
    }
    prepare();

    assertThat(first).allSatisfy((name, text) -> assertThat(secret(name)).isEqualTo(text));
    assertThat(first.get("postgres-password"))
        .matches("[A-Za-z0-9_-]{43}")
        .isNotEqualTo(first.get("grafana-password"));
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.resolve("secrets"))))
        .isEqualTo("rwx------");
  }

  @Test
  void aTokenThatIsMadeAnewIsTheOneThatTheServiceKnows()
      throws IOException, InterruptedException, NoSuchAlgorithmException {
    prepare();
    Path secrets = copy.resolve("secrets");
    String before = secret("application.yaml");
    String password = secret("postgres-password");
    Files.delete(secrets.resolve("admin-token"));
    theServiceKnowsTheTokensByTheirHashes();

    assertThat(secret("application.yaml")).isNotEqualTo(before);
    assertThat(secret("application.yaml.before")).isEqualTo(before);
    assertThat(secret("postgres-password")).isEqualTo(password);
  }

  @Test
  void theServiceKnowsTheTokensByTheirHashes()
      throws IOException, InterruptedException, NoSuchAlgorithmException {
    prepare();
    JsonNode configuration = ShippedFiles.yaml(copy.resolve("secrets/application.yaml"));

    Map<String, String> roles = Map.of("admin", "admin", "workers", "work", "prometheus", "view");
    Map<String, String> files =
        Map.of("admin", "admin-token", "workers", "worker-token", "prometheus", "prometheus-token");
    JsonNode tokens = configuration.get("yardmaster").get("access").get("tokens");
    assertThat(tokens.size()).isEqualTo(3);
    for (JsonNode token : tokens) {
      String name = token.get("name").asString();
      String word = secret(files.get(name));
      assertThat(word).matches("ym_[A-Za-z0-9_-]{43}");
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(word.getBytes(StandardCharsets.UTF_8));
      assertThat(token.get("hash").asString())
          .isEqualTo("sha256:" + HexFormat.of().formatHex(hash));
      assertThat(token.get("roles").get(0).asString()).isEqualTo(roles.get(name));
    }
    assertThat(configuration.get("spring").get("datasource").get("password").asString())
        .isEqualTo(secret("postgres-password"));
  }
}
