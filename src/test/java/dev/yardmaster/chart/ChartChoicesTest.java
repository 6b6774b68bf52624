package dev.yardmaster.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the values choose. */
class ChartChoicesTest {

  private static final String POD = "/spec/template/spec";
  private static final String CONTAINER = POD + "/containers/0";

  @TempDir private Path temporary;

  private List<Manifest> sample(String name) {
    return Chart.render(Chart.sample(name), temporary);
  }

  private List<Manifest> render(String values) throws IOException {
    return Chart.render(
        Files.writeString(
            temporary.resolve("values.yaml"), "access: {existingSecret: people}\n" + values),
        temporary);
  }

  private static JsonNode settings(List<Manifest> manifests) {
    Manifest config =
        Manifest.ofKind("ConfigMap", manifests).stream()
            .filter(manifest -> !manifest.at("/data/application.yaml").isMissingNode())
            .findFirst()
            .orElseThrow();
    return Chart.tree(Chart.parse(config.at("/data/application.yaml").asString()));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asString()));
    return texts;
  }

  @Test
  void aFileIsKeptByAStatefulSetAndItsClaim() {
    Manifest server = Manifest.only("StatefulSet", sample("h2"));

    assertThat(server.name()).isEqualTo("yard");
    assertThat(server.at("/spec/replicas").asInt()).isEqualTo(1);
    JsonNode claim = server.at("/spec/volumeClaimTemplates/0");
    assertThat(claim.at("/metadata/name").asString()).isEqualTo("data");
    assertThat(claim.at("/spec/storageClassName").asString()).isEqualTo("fast");
    assertThat(claim.at("/spec/resources/requests/storage").asString()).isEqualTo("20Gi");
    assertThat(claim.at("/spec/accessModes/0").asString()).isEqualTo("ReadWriteOnce");
  }

  @Test
  void aClaimThatIsThereIsUsed() {
    Manifest server = Manifest.only("StatefulSet", sample("workers"));

    assertThat(server.at("/spec/volumeClaimTemplates").isMissingNode()).isTrue();
    assertThat(server.at(POD + "/volumes").findValuesAsString("claimName"))
        .containsExactly("old-data");
  }

  @Test
  void withPostgresqlTheServiceIsNeverThereTwiceAndItsPasswordIsInNoSetting() {
    List<Manifest> manifests = sample("postgresql");
    Manifest server =
        Manifest.ofKind("Deployment", manifests).stream()
            .filter(manifest -> manifest.name().equals("night-yardmaster"))
            .findFirst()
            .orElseThrow();

    assertThat(Manifest.ofKind("StatefulSet", manifests)).isEmpty();
    assertThat(server.at("/spec/replicas").asInt()).isEqualTo(1);
    assertThat(server.at("/spec/strategy/type").asString()).isEqualTo("Recreate");
    assertThat(settings(manifests).at("/spring/datasource/url").asString())
        .isEqualTo("jdbc:postgresql://db.example:6432/yardmaster?currentSchema=night");
    assertThat(settings(manifests).at("/spring/datasource").propertyNames())
        .containsExactlyInAnyOrder("url", "username");
    assertThat(server.at(CONTAINER + "/env").toString())
        .contains(
            "{\"name\":\"SPRING_DATASOURCE_PASSWORD\",\"valueFrom\":{\"secretKeyRef\":"
                + "{\"name\":\"database\",\"key\":\"pass\"}}}");
  }

  @Test
  void theServiceKnowsTheNamesItIsCalledBy() {
    assertThat(texts(settings(sample("postgresql")).at("/yardmaster/http/allowed-hosts")))
        .containsExactly(
            "night-yardmaster",
            "night-yardmaster.yards",
            "night-yardmaster.yards.svc",
            "night-yardmaster.yards.svc.cluster.local",
            "yard.example",
            "yardmaster.example",
            "yard.internal");
    assertThat(settings(sample("postgresql")).at("/server/forward-headers-strategy").asString())
        .isEqualTo("native");
    assertThat(settings(sample("minimal")).has("server")).isFalse();
  }

  /** It listens for others, and would refuse every pipeline with commands if nobody said so. */
  @Test
  void pipelinesWithCommandsAreTakenWhereThereAreWorkersForThem() {
    String allowed = "/yardmaster/commands/allowed";
    assertThat(settings(sample("workers")).at(allowed).asBoolean()).isTrue();
    assertThat(settings(sample("h2")).at(allowed).asBoolean()).isTrue();
    assertThat(settings(sample("minimal")).at(allowed).asBoolean(true)).isFalse();
  }

  @Test
  void settingsOfPeopleStandBesideThoseOfTheChart() {
    JsonNode settings = settings(sample("h2"));

    assertThat(settings.at("/yardmaster/resources/cpu").asInt()).isEqualTo(16);
    assertThat(settings.at("/yardmaster/workers/lost-after").asString()).isEqualTo("1m");
    assertThat(settings.at("/yardmaster/workers/embedded/count").asInt()).isEqualTo(2);
    assertThat(settings.at("/yardmaster/workers/embedded/stop-within").asString()).isEqualTo("90s");
  }

  @Test
  void tokensAreInASecretAsTheServiceReadsThem() {
    List<Manifest> manifests = sample("h2");
    Manifest secret = Manifest.only("Secret", manifests);
    JsonNode tokens =
        Chart.tree(Chart.parse(secret.at("/stringData/application.yaml").asString()))
            .at("/yardmaster/access/tokens");

    assertThat(secret.name()).isEqualTo("yard-access");
    assertThat(tokens.findValuesAsString("name")).containsExactly("alice", "ci.nightly");
    assertThat(tokens.at("/1/roles/0").asString()).isEqualTo("submit");
    assertThat(tokens.at("/1/hash").asString()).startsWith("sha256:fcde2b2edba5");
    assertThat(Manifest.ofKind("ConfigMap", manifests).toString()).doesNotContain("sha256");
  }

  @Test
  void livenessHoldsWhileTheDatabaseIsAwayAndReadinessDoesNot() {
    JsonNode container = Manifest.only("StatefulSet", sample("minimal")).at(CONTAINER);

    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode get = container.path(probe).path("httpGet");
      String state = probe.equals("readinessProbe") ? "readiness" : "liveness";
      assertThat(get.path("path").asString()).isEqualTo("/actuator/health/" + state);
    }
    JsonNode startup = container.path("startupProbe");
    assertThat(startup.path("periodSeconds").asInt() * startup.path("failureThreshold").asInt())
        .as("seconds for a start, of which the database may take 60")
        .isEqualTo(180);
  }

  @Test
  void aStopHasTheTimeThatTheServiceNeeds() {
    Manifest server = Manifest.only("StatefulSet", sample("h2"));
    assertThat(server.at(POD + "/terminationGracePeriodSeconds").asInt()).isEqualTo(120);

    Manifest cpu = Manifest.ofKind("Deployment", sample("workers")).get(1);
    assertThat(cpu.name()).isEqualTo("night-yardmaster-worker-cpu");
    assertThat(texts(cpu.at(CONTAINER + "/args"))).endsWith("--stop-within", "900");
    assertThat(cpu.at(POD + "/terminationGracePeriodSeconds").asInt()).isEqualTo(930);
  }

  @Test
  void aChangeOfSettingsOrTokensChangesThePod() throws IOException {
    String annotations = "/spec/template/metadata/annotations";
    String before = Manifest.only("StatefulSet", render("")).at(annotations).toString();

    assertThat(Manifest.only("StatefulSet", render("")).at(annotations)).hasToString(before);
    assertThat(
            Manifest.only("StatefulSet", render("config: {yardmaster: {balance: greedy}}"))
                .at(annotations)
                .toString())
        .isNotEqualTo(before);
    assertThat(Manifest.only("StatefulSet", sample("h2")).at(annotations).toString())
        .isNotEqualTo(before);
  }

  @Test
  void aGroupOfWorkersIsADeploymentThatCallsTheService() {
    List<Manifest> groups = Manifest.ofKind("Deployment", sample("workers"));

    assertThat(groups)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrder(
            "night-yardmaster-worker-asleep",
            "night-yardmaster-worker-cpu",
            "night-yardmaster-worker-gpu");
    Manifest gpu =
        groups.stream().filter(group -> group.name().endsWith("gpu")).findFirst().orElseThrow();
    assertThat(texts(gpu.at(CONTAINER + "/args")))
        .containsExactly(
            "worker",
            "--server",
            "http://night-yardmaster:8080",
            "--host",
            "$(NODE_NAME)",
            "--tags",
            "linux,cuda",
            "--slots",
            "1",
            "--stop-within",
            "300");
    assertThat(gpu.at(POD + "/nodeSelector/accelerator").asString()).isEqualTo("h100");
    assertThat(gpu.at(CONTAINER + "/resources/limits/nvidia.com~1gpu").asInt()).isEqualTo(1);
    assertThat(gpu.at("/spec/replicas").asInt()).isEqualTo(1);
    assertThat(groups.stream().map(group -> group.at("/spec/replicas").asInt()))
        .containsExactlyInAnyOrder(0, 10, 1);
    assertThat(gpu.at(CONTAINER + "/env").toString())
        .contains("YARDMASTER_ACCESS_TOKEN", "yardmaster-worker");
    assertThat(gpu.at(CONTAINER + "/livenessProbe").isMissingNode()).isTrue();
  }

  @Test
  void onlyWhoIsNamedReachesTheService() {
    List<Manifest> policies = Manifest.ofKind("NetworkPolicy", sample("postgresql"));
    Manifest server = policies.getFirst();

    assertThat(server.at("/spec/policyTypes").size()).isEqualTo(2);
    assertThat(server.at("/spec/ingress").size()).isEqualTo(1);
    assertThat(server.at("/spec/ingress/0/ports/0/port").asString()).isEqualTo("http");
    assertThat(server.at("/spec/ingress/0/from").size()).isEqualTo(3);
    assertThat(server.at("/spec/egress/0/ports").findValuesAsString("port"))
        .containsExactly("53", "53");
    assertThat(server.at("/spec/egress/1/ports/0/port").asInt()).isEqualTo(6432);
    assertThat(server.at("/spec/egress/1/to/0/ipBlock/cidr").asString()).isEqualTo("10.20.0.0/16");
    assertThat(server.at("/spec/egress").size()).isEqualTo(3);

    Manifest workers = policies.get(1);
    assertThat(workers.at("/spec/ingress").isMissingNode()).isTrue();
    assertThat(workers.at("/spec/egress").size()).isEqualTo(3);
    Manifest alone = Manifest.only("NetworkPolicy", sample("minimal"));
    assertThat(alone.at("/spec/ingress/0/from").size()).isEqualTo(1);
    assertThat(alone.at("/spec/egress").size()).isEqualTo(1);
  }

  @Test
  void postgresqlHasItsUsualPortWhereTheUrlNamesNone() throws IOException {
    Manifest policy =
        Manifest.only(
            "NetworkPolicy",
            render(
                "postgresql: {url: 'jdbc:postgresql://db/yard', passwordSecret: {name: secret}}"));

    assertThat(policy.at("/spec/egress/1/ports/0/port").asInt()).isEqualTo(5432);
    assertThat(policy.at("/spec/egress/1/to").isMissingNode()).isTrue();
  }

  @Test
  void drainsMayTakeTheServiceUnlessSomebodySaysOtherwise() {
    assertThat(
            Manifest.only("PodDisruptionBudget", sample("minimal"))
                .at("/spec/maxUnavailable")
                .asInt())
        .isEqualTo(1);
    assertThat(Manifest.ofKind("PodDisruptionBudget", sample("postgresql")))
        .extracting(Manifest::name, budget -> budget.at("/spec/maxUnavailable").asInt())
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("night-yardmaster", 0),
            org.assertj.core.groups.Tuple.tuple("night-yardmaster-worker-cpu", 1));
  }

  @Test
  void prometheusHasATokenAndTheRulesAndTheDashboardAreThoseOfTheFiles() throws IOException {
    List<Manifest> manifests = sample("postgresql");
    JsonNode endpoint = Manifest.only("ServiceMonitor", manifests).at("/spec/endpoints/0");

    assertThat(endpoint.path("path").asString()).isEqualTo("/actuator/prometheus");
    assertThat(endpoint.at("/authorization/credentials/name").asString())
        .isEqualTo("prometheus-token");
    Path files = Chart.DIRECTORY.resolve("files");
    assertThat(Manifest.only("PrometheusRule", manifests).at("/spec"))
        .isEqualTo(Chart.tree(Chart.read(files.resolve("alerts.yaml"))));
    Manifest dashboard =
        Manifest.ofKind("ConfigMap", manifests).stream()
            .filter(manifest -> manifest.name().endsWith("-dashboard"))
            .findFirst()
            .orElseThrow();
    assertThat(dashboard.at("/metadata/labels/grafana_dashboard").asString()).isEqualTo("1");
    assertThat(dashboard.at("/data/yardmaster.json").asString().strip())
        .isEqualTo(Files.readString(files.resolve("dashboard.json")).strip());
  }

  /** By the job the alerts find the service; the pod and its address change with a restart. */
  @Test
  void forPrometheusItIsOneAndTheSameWhateverPeopleAndKubernetesCallIt() throws IOException {
    List<Manifest> manifests =
        render(
            """
            fullnameOverride: yard
            networkPolicy: {enabled: false}
            metrics: {serviceMonitor: {enabled: true, tokenSecret: {name: view}}}
            """);

    assertThat(Manifest.only("ServiceMonitor", manifests).at("/spec/endpoints/0/relabelings"))
        .isEqualTo(
            Chart.tree(
                Chart.parse(
                    """
                    - {targetLabel: job, replacement: yardmaster}
                    - {targetLabel: instance, replacement: yard.yards}
                    - {action: labeldrop, regex: pod}
                    """)));
  }

  /** What commands leave behind is an orphan, and Java as the first process would not bury it. */
  @Test
  void somebodyBuriesTheOrphansOfCommands() {
    String shared = POD + "/shareProcessNamespace";
    assertThat(Manifest.only("StatefulSet", sample("h2")).at(shared).asBoolean()).isTrue();
    assertThat(Manifest.only("StatefulSet", sample("minimal")).at(shared).isMissingNode()).isTrue();
    assertThat(Manifest.ofKind("Deployment", sample("workers")))
        .allSatisfy(group -> assertThat(group.at(shared).asBoolean()).isTrue());
  }

  @Test
  void theNotesNameTheClaimThatTheDatabaseIsOn() {
    assertThat(Chart.notes(Chart.sample("minimal"), temporary))
        .contains("on the volume of the claim data-night-yardmaster-0,");
    assertThat(Chart.notes(Chart.sample("workers"), temporary))
        .contains("on the volume of the claim old-data,")
        .doesNotContain("data-night-yardmaster-0");
    assertThat(Chart.notes(Chart.sample("postgresql"), temporary)).doesNotContain("claim");
  }

  @Test
  void helmTestAsksWhetherTheServiceIsReady() {
    Manifest test = Manifest.only("Pod", sample("postgresql"));

    assertThat(test.at("/metadata/annotations/unhooked").asString()).isEqualTo("test");
    assertThat(test.at("/spec/containers/0/command/2").asString())
        .contains("/app/healthcheck readiness night-yardmaster;");
    assertThat(test.at("/spec/containers/0/env/0/value").asString()).isEqualTo("80");
  }

  @Test
  void aClusterMayChooseTheUsers() {
    JsonNode security =
        Manifest.only("StatefulSet", sample("workers")).at(POD + "/securityContext");

    assertThat(security.has("runAsUser")).isFalse();
    assertThat(security.has("fsGroup")).isFalse();
    assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
  }
}
