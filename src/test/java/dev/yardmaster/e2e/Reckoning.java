package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.e2e.Ledger.Attempt;
import dev.yardmaster.e2e.Ledger.Block;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * The end of a campaign, when all runs have ended and the service has been started once more, so
 * that what the API shows comes from the database alone.
 */
final class Reckoning {

  private final Api api;
  private final Map<String, RunPicture> pictures;
  private final Map<String, Scenario> runs;
  private final Map<String, Trail> trails = new TreeMap<>();

  /**
   * @param pictures of all runs, as they ended
   * @param runs what each of those is that were submitted
   */
  Reckoning(Api api, Map<String, RunPicture> pictures, Map<String, Scenario> runs) {
    this.api = api;
    this.pictures = pictures;
    this.runs = runs;
  }

  /** No run is missing, and none is there twice. */
  void checkRuns() {
    Set<String> shown = new HashSet<>();
    eachPage("/api/v1/runs", "runs", run -> shown.add(run.path("id").asString()));
    assertThat(shown).isEqualTo(runs.keySet());
  }

  /**
   * Whatever a worker was told is done, is; and what commands have done was executed.
   *
   * @param executed what the commands say of themselves
   */
  void checkBlocks(Ledger ledger, Set<Block> executed) {
    Set<Block> completed = new HashSet<>();
    for (RunPicture run : pictures.values()) {
      for (RunPicture.Task task : run.tasks()) {
        Set<Block> blocks = completedBlocks(run.id(), task.id());
        assertThat(blocks).as("%s of %s", task, run.id()).hasSize((int) task.counter("completed"));
        completed.addAll(blocks);
      }
    }
    Set<Block> lost = new HashSet<>(ledger.done().keySet());
    lost.removeAll(completed);
    assertThat(lost).as("accepted, and not completed").isEmpty();
    Set<Block> invented = new HashSet<>(completed);
    invented.removeIf(block -> runs.get(block.run()) != Scenario.COMMANDS);
    invented.removeAll(executed);
    assertThat(invented).as("completed, and never executed").isEmpty();
    for (Block late : ledger.late()) {
      assertThat(pictures.get(late.run()).task(late.taskId()).state())
          .as("state of the task of %s, whose worker was told that the task had ended", late)
          .isEqualTo("abandoned");
    }
  }

  private Set<Block> completedBlocks(String run, String task) {
    Set<Block> completed = new HashSet<>();
    eachPage(
        Load.path(run) + "/tasks/" + task + "/blocks?state=completed",
        "blocks",
        block -> completed.add(new Block(run + "/" + task, block.path("block").asLong())));
    return completed;
  }

  private void eachPage(String path, String list, Consumer<JsonNode> each) {
    String first = path + (path.contains("?") ? "&" : "?") + "limit=500";
    JsonNode page = api.get(first).ok();
    page.path(list).forEach(each);
    while (page.has("next")) {
      page = api.get(first + "&after=" + page.path("next").asString()).ok();
      page.path(list).forEach(each);
    }
  }

  /** Reads what the API shows of the audit trails; as long as there is a service. */
  void readTrails() {
    runs.keySet().forEach(run -> trails.put(run, Trail.read(api, run)));
  }

  /**
   * Database, API and audit trail say the same, and only those failed who had reason to.
   *
   * @param mayFail takes the name of a worker
   */
  void checkBooks(Books books, Ledger ledger, Predicate<String> mayFail) throws SQLException {
    assertThat(books.runs()).isEqualTo(runs.keySet());
    Set<Attempt> failures = new HashSet<>();
    for (RunPicture run : pictures.values()) {
      Trail trail = trails.get(run.id());
      Scenario scenario = runs.get(run.id());
      books.checkCounters(run);
      books.checkTrail(run.id(), trail.events());
      failures.addAll(books.checkFailures(run, scenario.retries()));
      trail.check(run);
      if (!scenario.workersFailByThemselves()) {
        assertThat(trail.failedWorkers())
            .as("workers that failed in %s", run.id())
            .allMatch(mayFail);
      }
    }
    assertThat(failures).as("failed attempts").containsAll(ledger.failed());
  }
}
