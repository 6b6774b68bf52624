package dev.yardmaster.e2e;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A run as the API has shown it. */
record RunPicture(JsonNode json) {

  String state() {
    return json.path("state").asString();
  }

  String id() {
    return json.path("id").asString();
  }

  /** Why it was cancelled; empty where it was not. */
  String why() {
    return json.path("why").asString("");
  }

  boolean hasEnded() {
    return json.has("ended_at");
  }

  List<Task> tasks() {
    return children(json.path("tasks")).map(Task::new).toList();
  }

  Task task(String id) {
    return tasks().stream()
        .filter(task -> task.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no task " + id + " in " + json));
  }

  /** Whether its workers hold any of a resource. */
  boolean uses(String key) {
    return used(key) > 0;
  }

  /** How much of a resource its workers hold. */
  long used(String key) {
    return json.path("resources").path("used").path(key).asLong(0);
  }

  /** How much of a resource they may hold; empty where it has no budget of its own for that. */
  OptionalLong budget(String key) {
    JsonNode amount = json.path("resources").path("budget").path(key);
    return amount.isIntegralNumber() ? OptionalLong.of(amount.asLong()) : OptionalLong.empty();
  }

  /** A task of it. */
  record Task(JsonNode json) {

    String id() {
      return json.path("id").asString();
    }

    String state() {
      return json.path("state").asString();
    }

    /** Why it was abandoned; empty where it was not. */
    String reason() {
      return json.path("reason").asString("");
    }

    long counter(String name) {
      JsonNode counter = json.path("counters").path(name);
      if (!counter.isIntegralNumber()) {
        throw new AssertionError("no counter " + name + " in " + json);
      }
      return counter.asLong();
    }

    /** What has to be the total, whatever happens. */
    long sumOfBlocks() {
      return Stream.of("ready", "processing", "completed", "failed", "orphaned", "pending")
          .mapToLong(this::counter)
          .sum();
    }

    long alive() {
      return number("alive");
    }

    /** A field that holds a number. */
    long number(String field) {
      return json.path(field).asLong();
    }

    List<String> tags() {
      return children(json.path("tags")).map(JsonNode::asString).toList();
    }

    /** Codes of the reasons for which it has no further worker. */
    List<String> waitingFor() {
      return children(json.path("waiting")).map(why -> why.path("code").asString()).toList();
    }
  }

  private static Stream<JsonNode> children(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
