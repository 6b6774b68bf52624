package dev.yardmaster.chart;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A document for Kubernetes. */
public record Manifest(JsonNode tree) {

  public String kind() {
    return tree.path("kind").asString();
  }

  public String name() {
    return tree.path("metadata").path("name").asString();
  }

  /** Something in it, such as {@code /spec/replicas}; missing where it is not there. */
  public JsonNode at(String pointer) {
    return tree.at(pointer);
  }

  /** The pod that it is or makes; nothing where it makes none. */
  Stream<JsonNode> pods() {
    return switch (kind()) {
      case "Pod" -> Stream.of(tree);
      case "Deployment", "StatefulSet" -> Stream.of(tree.at("/spec/template"));
      default -> Stream.empty();
    };
  }

  /** The labels of the pod. */
  static Map<String, String> labels(JsonNode labels) {
    Map<String, String> map = new TreeMap<>();
    labels.properties().forEach(label -> map.put(label.getKey(), label.getValue().asString()));
    return map;
  }

  public static List<Manifest> ofKind(String kind, List<Manifest> manifests) {
    return manifests.stream().filter(manifest -> manifest.kind().equals(kind)).toList();
  }

  /** The only one of its kind. */
  public static Manifest only(String kind, List<Manifest> manifests) {
    List<Manifest> found = ofKind(kind, manifests);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " of kind " + kind);
    }
    return found.getFirst();
  }

  @Override
  public String toString() {
    return kind() + " " + name();
  }
}
