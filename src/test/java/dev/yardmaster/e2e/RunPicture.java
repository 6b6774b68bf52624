package dev.yardmaster.e2e;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A run as the API has shown it. */
record RunPicture(JsonNode json) {

  String state() {
    return json.path("state").asString();
  }

  Task task(String id) {
    return children(json.path("tasks"))
        .filter(task -> task.path("id").asString().equals(id))
        .map(Task::new)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no task " + id + " in " + json));
  }

  /** Whether its workers hold any of a resource. */
  boolean uses(String key) {
    return json.path("resources").path("used").path(key).asLong() > 0;
  }

  /** A task of it. */
  record Task(JsonNode json) {

    String state() {
      return json.path("state").asString();
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
      return json.path("alive").asLong();
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
