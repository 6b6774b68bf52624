package dev.yardmaster.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * The Pod Security Standard "restricted", and what this project adds to it: a read-only root, no
 * token of the cluster, and requests and a bound for memory.
 */
final class Restricted {

  /** The kinds of volumes that the standard allows. */
  private static final Set<String> VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private Restricted() {}

  static void check(JsonNode pod) {
    JsonNode spec = pod.at("/spec");
    for (String forbidden : List.of("hostNetwork", "hostPID", "hostIPC")) {
      assertThat(spec.path(forbidden).asBoolean(false)).as(forbidden).isFalse();
    }
    assertThat(spec.at("/securityContext/runAsNonRoot").asBoolean(false)).isTrue();
    assertThat(spec.at("/securityContext/runAsUser").asInt(1)).isPositive();
    assertThat(spec.at("/securityContext/seccompProfile/type").asString(""))
        .isEqualTo("RuntimeDefault");
    assertThat(spec.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
    for (JsonNode volume : spec.path("volumes")) {
      Set<String> kinds = new TreeSet<>(volume.propertyNames());
      kinds.remove("name");
      assertThat(VOLUMES).as(volume.toString()).containsAll(kinds);
    }
    assertThat(spec.path("containers").isEmpty()).isFalse();
    spec.path("containers").forEach(container -> checkContainer(container, spec));
    assertThat(spec.path("initContainers").isEmpty()).isTrue();
  }

  private static void checkContainer(JsonNode container, JsonNode spec) {
    JsonNode security = container.path("securityContext");
    assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(security.path("readOnlyRootFilesystem").asBoolean(false)).isTrue();
    assertThat(security.path("privileged").asBoolean(false)).isFalse();
    assertThat(security.at("/capabilities/drop/0").asString("")).isEqualTo("ALL");
    assertThat(security.at("/capabilities/add").isMissingNode()).isTrue();
    container
        .path("ports")
        .forEach(port -> assertThat(port.path("hostPort").isMissingNode()).isTrue());
    assertThat(container.at("/resources/requests/cpu").isMissingNode()).isFalse();
    assertThat(container.at("/resources/requests/memory").isMissingNode()).isFalse();
    Set<String> volumes = new TreeSet<>();
    spec.path("volumes").forEach(volume -> volumes.add(volume.path("name").asString()));
    for (JsonNode mount : container.path("volumeMounts")) {
      String name = mount.path("name").asString();
      assertThat(volumes.contains(name) || name.equals("data")).as("mount %s", name).isTrue();
    }
  }
}
