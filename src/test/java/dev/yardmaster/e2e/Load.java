package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Keeps a service busy: submits run after run, so that several are always under way, and cancels
 * those that are meant to be. Knows what it was promised: a run that was created is there, and
 * there once. One thread changes it, others may look.
 */
final class Load {

  /** More would make each take longer, and a campaign see fewer ends of runs. */
  private static final int RUNS_AT_A_TIME = 5;

  /** Every kind at least once, before chance takes over. */
  private static final List<Scenario> FIRST =
      List.of(
          Scenario.CHAIN,
          Scenario.COMMANDS,
          Scenario.FLAKY,
          Scenario.CANCELLED,
          Scenario.DOOMED,
          Scenario.PRIMES,
          Scenario.FORGOTTEN);

  private final Workshop workshop;
  private final Api api;
  private final Random random;
  private final Map<String, Scenario> runs = new ConcurrentHashMap<>();
  private final List<String> running = new CopyOnWriteArrayList<>();

  Load(Workshop workshop, Api api, Random random) {
    this.workshop = workshop;
    this.api = api;
    this.random = random;
    Commands.writeTo(workshop);
  }

  /** Submits what is missing, and cancels what is due; may take as long as the service is away. */
  void goOn() {
    running.removeIf(run -> Api.insist(() -> api.get(path(run))).ok().has("ended_at"));
    while (running.size() < RUNS_AT_A_TIME) {
      submit();
    }
    running.stream().filter(this::isDueToBeCancelled).forEach(this::cancel);
  }

  private void submit() {
    int number = runs.size();
    Scenario scenario =
        number < FIRST.size() ? FIRST.get(number) : FIRST.get(random.nextInt(FIRST.size()));
    String run = api.submitOnce(scenario.pipeline(), workshop.directory(), "campaign-" + number);
    assertThat(runs.put(run, scenario)).as("the run that was %s before", run).isNull();
    running.add(run);
  }

  private boolean isDueToBeCancelled(String run) {
    return runs.get(run) == Scenario.CANCELLED && random.nextInt(8) == 0;
  }

  private void cancel(String run) {
    Api.Answer cancelled = Api.insist(() -> api.post(path(run) + "/cancel", Map.of()));
    assertThat(cancelled.ok().path("state").asString()).isEqualTo("cancelled");
  }

  /** Nothing more is submitted: cancels what still waits for that. */
  void stop() {
    running.stream().filter(run -> runs.get(run) == Scenario.CANCELLED).forEach(this::cancel);
  }

  /** What was submitted, and what it is. */
  Map<String, Scenario> runs() {
    return runs;
  }

  /** Those that had not ended when it looked last. */
  List<String> running() {
    return running;
  }

  static String path(String run) {
    return "/api/v1/runs/" + run;
  }
}
