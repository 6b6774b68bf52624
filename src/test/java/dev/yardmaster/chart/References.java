package dev.yardmaster.chart;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What a document needs to be there, as {@code KIND NAME}. */
final class References {

  private References() {}

  static Set<String> of(Manifest manifest) {
    Set<String> names = new TreeSet<>();
    collect("", manifest.tree(), names);
    return names;
  }

  private static void collect(String field, JsonNode node, Set<String> names) {
    switch (field) {
      case "secretKeyRef", "secretRef", "credentials" -> add("Secret", node.path("name"), names);
      case "imagePullSecrets" -> node.forEach(each -> add("Secret", each.path("name"), names));
      case "secret" -> add("Secret", node.path("secretName"), names);
      case "tls" -> node.forEach(each -> add("Secret", each.path("secretName"), names));
      case "configMap", "configMapKeyRef", "configMapRef" ->
          add("ConfigMap", node.path("name"), names);
      case "persistentVolumeClaim" -> add("PersistentVolumeClaim", node.path("claimName"), names);
      case "backend" -> add("Service", node.at("/service/name"), names);
      default -> {}
    }
    node.properties().forEach(entry -> collect(entry.getKey(), entry.getValue(), names));
    if (node.isArray()) {
      node.forEach(each -> collect("", each, names));
    }
  }

  private static void add(String kind, JsonNode name, Set<String> names) {
    if (!name.isMissingNode()) {
      names.add(kind + " " + name.asString());
    }
  }
}
