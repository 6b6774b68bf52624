package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The audit trail of a run that has ended, and what it says of the counters. */
record Trail(List<JsonNode> events) {

  private static final int PAGE = 500;

  private static final Set<String> ENDS = Set.of("task_done", "task_abandoned");

  private static final Pattern NAME = Pattern.compile("^Worker (\\S+) \\(w-\\d+\\) failed at ");

  private static final Pattern DONE =
      Pattern.compile(
          "^\\S+ is done: (\\d+) of (\\d+) blocks? completed.*"
              + " (\\d+) worker starts?, (\\d+) worker failures?\\.$");

  static Trail read(Api api, String run) {
    List<JsonNode> events = new ArrayList<>();
    JsonNode page;
    do {
      long after = events.isEmpty() ? 0 : events.getLast().path("seq").asLong();
      page = api.get(Load.path(run) + "/events?limit=" + PAGE + "&after=" + after).ok();
      page.path("events").forEach(events::add);
    } while (page.path("events").size() == PAGE);
    return new Trail(events);
  }

  /** The counters follow from the entries (semantics §2, I5), and each end is told once. */
  void check(RunPicture run) {
    assertThat(kinds(event -> !event.has("task")))
        .as("entries of %s itself", run.id())
        .containsExactly("run_submitted", "run_" + run.state());
    for (RunPicture.Task task : run.tasks()) {
      check(run.id(), task);
    }
  }

  private void check(String run, RunPicture.Task task) {
    List<JsonNode> all =
        events.stream().filter(event -> event.path("task").asString("").equals(task.id())).toList();
    List<JsonNode> ends = all.stream().filter(event -> ENDS.contains(kind(event))).toList();
    assertThat(ends).as("ends of %s in %s", task, run).hasSize(1);
    List<String> before =
        all.stream().limit(all.indexOf(ends.getFirst())).map(Trail::kind).toList();

    assertThat(count(before, "worker_bound"))
        .as("starts of %s in %s, those given back among them", task, run)
        .isEqualTo(task.counter("worker_starts") + task.counter("worker_retirements"));
    assertThat(count(before, "worker_failed"))
        .as("worker failures of %s in %s", task, run)
        .isEqualTo(task.counter("worker_failures"));
    assertThat(count(before, "block_failed"))
        .as("blocks of %s in %s that failed for good", task, run)
        .isEqualTo(task.counter("failed"));
    if (kind(ends.getFirst()).equals("task_done")) {
      checkSentence(task, ends.getFirst().path("message").asString());
    }
  }

  private static void checkSentence(RunPicture.Task task, String sentence) {
    Matcher done = DONE.matcher(sentence);
    assertThat(done.find()).as(sentence).isTrue();
    List<String> counters = List.of("completed", "total", "worker_starts", "worker_failures");
    for (int which = 0; which < counters.size(); which++) {
      assertThat(Long.parseLong(done.group(which + 1)))
          .as("%s, in: %s", counters.get(which), sentence)
          .isEqualTo(task.counter(counters.get(which)));
    }
  }

  /** The names of all workers that failed, as often as they did. */
  List<String> failedWorkers() {
    return events.stream()
        .filter(event -> kind(event).equals("worker_failed"))
        .map(
            event -> {
              String message = event.path("message").asString();
              Matcher name = NAME.matcher(message);
              assertThat(name.find()).as(message).isTrue();
              return name.group(1);
            })
        .toList();
  }

  private List<String> kinds(Predicate<JsonNode> which) {
    return events.stream().filter(which).map(Trail::kind).toList();
  }

  private static String kind(JsonNode event) {
    return event.path("kind").asString();
  }

  private static long count(List<String> kinds, String kind) {
    return kinds.stream().filter(kind::equals).count();
  }
}
