package dev.yardmaster.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is true of the chart whatever its values are, with some that people would choose. */
class ChartTest {

  @TempDir private Path temporary;

  static Stream<String> samples() {
    return Chart.samples();
  }

  @Test
  void helmHasNothingToSayAgainstTheChart() {
    LintResult lint = Chart.lint(Chart.DIRECTORY.resolve("values.yaml"), temporary);

    assertThat(lint.getMessages()).isEmpty();
    assertThat(lint.isFailed()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void norWithValuesOfPeople(String sample) {
    LintResult lint = Chart.lint(Chart.sample(sample), temporary);

    assertThat(lint.getMessages()).isEmpty();
    assertThat(lint.isFailed()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void kubernetesTakesEveryDocument(String sample) {
    List<Manifest> manifests = Chart.render(Chart.sample(sample), temporary);

    assertThat(manifests).hasSizeGreaterThan(3).allSatisfy(KubernetesSchema::check);
  }

  @ParameterizedTest
  @CsvSource({
    "Service, /spec/selectors",
    "StatefulSet, /spec/template/spec/containers/0/livenessProbes",
    "NetworkPolicy, /spec/from"
  })
  void theSchemasNoticeAMisspeltField(String kind, String pointer) {
    Manifest manifest = Manifest.only(kind, Chart.render(Chart.sample("minimal"), temporary));
    int slash = pointer.lastIndexOf('/');
    JsonNode parent = manifest.at(pointer.substring(0, slash));
    ((ObjectNode) parent).put(pointer.substring(slash + 1), "x");

    assertThatIllegalArgumentException().isThrownBy(() -> KubernetesSchema.check(manifest));
  }

  @Test
  void theSchemasNoticeAMisspeltFieldForTheOperatorToo() {
    List<Manifest> manifests = Chart.render(Chart.sample("postgresql"), temporary);
    for (String kind : List.of("ServiceMonitor", "PrometheusRule")) {
      Manifest manifest = Manifest.only(kind, manifests);
      ((ObjectNode) manifest.at("/spec")).put("endpoint", "x");

      assertThatIllegalArgumentException()
          .isThrownBy(() -> KubernetesSchema.check(manifest))
          .withMessageContaining("endpoint");
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyPodMeetsTheRestrictedStandard(String sample) {
    List<JsonNode> pods =
        Chart.render(Chart.sample(sample), temporary).stream().flatMap(Manifest::pods).toList();

    assertThat(pods).hasSizeGreaterThanOrEqualTo(2).allSatisfy(Restricted::check);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySelectorFindsPods(String sample) {
    List<Manifest> manifests = Chart.render(Chart.sample(sample), temporary);
    List<Map<String, String>> pods =
        manifests.stream()
            .flatMap(Manifest::pods)
            .map(pod -> Manifest.labels(pod.at("/metadata/labels")))
            .toList();
    List<Map<String, String>> services =
        Manifest.ofKind("Service", manifests).stream()
            .map(service -> Manifest.labels(service.at("/metadata/labels")))
            .toList();

    for (Manifest manifest : manifests) {
      switch (manifest.kind()) {
        case "Service" -> assertFinds(manifest, "/spec/selector", pods);
        case "Deployment", "StatefulSet", "PodDisruptionBudget" ->
            assertFinds(manifest, "/spec/selector/matchLabels", pods);
        case "NetworkPolicy" -> assertFinds(manifest, "/spec/podSelector/matchLabels", pods);
        case "ServiceMonitor" -> assertFinds(manifest, "/spec/selector/matchLabels", services);
        default -> assertThat(manifest.at("/spec/selector").isMissingNode()).isTrue();
      }
    }
  }

  private static void assertFinds(
      Manifest manifest, String pointer, List<Map<String, String>> candidates) {
    Map<String, String> selector = Manifest.labels(manifest.at(pointer));
    assertThat(selector).as(manifest.toString()).isNotEmpty();
    // Of its own kind each selects one: a selector that fits all pods would be no selector.
    assertThat(candidates)
        .as("%s selects %s", manifest, selector)
        .filteredOn(labels -> labels.entrySet().containsAll(selector.entrySet()))
        .hasSizeBetween(1, manifest.name().endsWith("-workers") ? 10 : 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minimal    | Secret yardmaster-access",
        "h2         | ",
        "postgresql | Secret people, Secret database, Secret worker-token, ConfigMap company-ca,"
            + " Secret registry, Secret prometheus-token, Secret yard-certificate",
        "workers    | Secret yardmaster-access, Secret yardmaster-worker,"
            + " PersistentVolumeClaim old-data, PersistentVolumeClaim shared-data"
      })
  void nothingIsReferredToThatIsNeitherRenderedNorNamedInTheValues(String sample, String named) {
    List<Manifest> manifests = Chart.render(Chart.sample(sample), temporary);
    Set<String> missing = new TreeSet<>();
    manifests.forEach(manifest -> missing.addAll(References.of(manifest)));
    manifests.forEach(manifest -> missing.remove(manifest.toString()));

    assertThat(missing)
        .containsExactlyInAnyOrder(named == null ? new String[0] : named.strip().split(", *"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyNameIsShortEnoughForALabel(String sample) {
    assertThat(Chart.render(Chart.sample(sample), temporary))
        .allSatisfy(manifest -> assertThat(manifest.name()).hasSizeLessThanOrEqualTo(63))
        .allSatisfy(
            manifest ->
                assertThat(manifest.at("/metadata/namespace").asString()).isEqualTo("yards"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void valuesThatCannotWorkAreRefusedWithAReason(String values, String reason) throws IOException {
    Path file = Files.writeString(temporary.resolve("values.yaml"), values);

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Chart.render(file, temporary))
        .withMessageContaining(reason);
  }

  private static List<String[]> refused() {
    String access = "access: {existingSecret: people}\n";
    return List.of(
        new String[] {"{}", "set access.existingSecret"},
        new String[] {
          "access: {existingSecret: a, tokens: [{name: a, roles: [view], hash: 'sha256:%s'}]}"
              .formatted("0".repeat(64)),
          "one of them, not both"
        },
        new String[] {access + "replicas: 2", "at '/replicas': value must be 1"},
        new String[] {access + "replica: 1", "additional properties 'replica' not allowed"},
        new String[] {access + "ingress: {host: a}", "additional properties 'host' not allowed"},
        new String[] {
          "access: {tokens: [{name: a, roles: [root], hash: 'sha256:%s'}]}"
              .formatted("0".repeat(64)),
          "at '/access/tokens/0/roles/0'"
        },
        new String[] {
          "access: {tokens: [{name: a, roles: [view], hash: ym_secret}]}",
          "at '/access/tokens/0/hash'"
        },
        new String[] {access + "ingress: {enabled: true}", "ingress.hosts: name at least one"},
        new String[] {
          access + "ingress: {enabled: true, hosts: ['*.example']}", "at '/ingress/hosts/0'"
        },
        new String[] {
          access + "ingress: {enabled: true, hosts: [yard.example]}", "networkPolicy.from:"
        },
        new String[] {
          access + "metrics: {serviceMonitor: {enabled: true}}",
          "metrics.serviceMonitor.tokenSecret.name:"
        },
        new String[] {
          access + "metrics: {serviceMonitor: {enabled: true, tokenSecret: {name: a}}}",
          "networkPolicy.metricsFrom:"
        },
        new String[] {
          access + "workers: {groups: {cpu: {resources: {}}}}", "workers.tokenSecret.name:"
        },
        new String[] {
          access + "workers: {groups: {cpu: {slots: 2}}}", "missing property 'resources'"
        },
        new String[] {
          access + "workers: {groups: {CPU: {resources: {}}}}", "invalid propertyName 'CPU'"
        },
        new String[] {
          access + "postgresql: {url: 'jdbc:postgresql://db/y'}", "postgresql.passwordSecret.name:"
        },
        new String[] {access + "postgresql: {url: 'postgres://db/y'}", "at '/postgresql/url'"},
        new String[] {
          access + "postgresql: {url: 'jdbc:postgresql://db/y?password=x'}", "at '/postgresql/url'"
        },
        new String[] {
          access + "persistence: {accessMode: ReadWriteMany}", "at '/persistence/accessMode'"
        },
        new String[] {
          access + "embeddedWorkers: {stopWithin: 50}",
          "terminationGracePeriodSeconds is 60: the workers inside have 50 s"
        },
        new String[] {
          access + "config: {server: {port: 9}}", "config: server.port is not set there"
        },
        new String[] {
          access + "config: {spring: {datasource: {password: x}}}",
          "config: spring.datasource.password is not set there"
        },
        new String[] {
          access + "config: {server: {ssl: {bundle: yard}}}", "config: server.ssl cannot be set"
        },
        new String[] {
          access + "config: {server: {servlet: {context-path: /yard}}}",
          "config: server.servlet.context-path cannot be set"
        },
        new String[] {
          access + "config: {server: {servlet: {contextPath: /yard}}}",
          "speaks plain HTTP at /, to its probes"
        },
        new String[] {access + "config: {server.port: 9}", "invalid propertyName 'server.port'"});
  }

  @Test
  void theChartAndTheImageAreOfTheVersionThatIsBuilt() throws IOException {
    Path project = Path.of("").toAbsolutePath();
    Matcher version =
        Pattern.compile("<artifactId>yardmaster</artifactId>\\s*<version>(.+)</version>")
            .matcher(Files.readString(project.resolve("pom.xml")));
    assertThat(version.find()).isTrue();

    assertThat(Chart.tree(Chart.read(Chart.DIRECTORY.resolve("Chart.yaml"))).path("appVersion"))
        .hasToString("\"" + version.group(1) + "\"");
    assertThat(Files.readString(project.resolve("docker/Dockerfile")))
        .contains("\nARG VERSION=" + version.group(1) + "\n");
  }

  @Test
  void theReadmeHasEveryValueAndNoOther() throws IOException {
    String readme = Files.readString(Chart.DIRECTORY.resolve("README.md"));
    Set<String> values = new TreeSet<>();
    leaves("", Chart.tree(Chart.read(Chart.DIRECTORY.resolve("values.yaml"))), values);
    JsonNode schema =
        new JsonMapper().readTree(Chart.DIRECTORY.resolve("values.schema.json").toFile());
    Set<String> ofAGroup = new TreeSet<>();
    schema.at("/$defs/group/properties").propertyNames().forEach(ofAGroup::add);

    assertThat(firstColumn(readme, "## Values")).containsExactlyInAnyOrderElementsOf(values);
    assertThat(firstColumn(readme, "## Worker groups"))
        .containsExactlyInAnyOrderElementsOf(ofAGroup);
  }

  /** Empty maps and lists are for the reader to fill, and so values themselves. */
  private static void leaves(String path, JsonNode node, Set<String> leaves) {
    if (node.isObject()
        && !node.isEmpty()
        && !path.endsWith("labels")
        && !path.equals("resources")) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties().forEach(entry -> leaves(prefix + entry.getKey(), entry.getValue(), leaves));
    } else {
      leaves.add(path);
    }
  }

  private static List<String> firstColumn(String page, String heading) {
    return page.substring(page.indexOf(heading + "\n") + heading.length())
        .replaceFirst("(?s)\n## .*", "")
        .lines()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> Stream.of(line.split("\\|")[1].split(",")))
        .map(cell -> cell.strip().replace("`", ""))
        .toList();
  }
}
