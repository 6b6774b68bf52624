package dev.yardmaster.engine;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The database's rows say at every moment what the state says. */
class ChangedRowsTest {

  private static final int STEPS = 400;

  private final SchedulerMachine machine =
      new SchedulerMachine(new Scheduler(SchedulerSettings.DEFAULTS));
  private final ChangedRows rows = new ChangedRows(machine);
  private final Map<TaskId, TaskRow> database = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void everyRowThatChangesIsWritten(long seed) {
    RandomService service = new RandomService(seed, true);
    for (int step = 0; step < STEPS; step++) {
      Moment now = new Moment(step * 400L, step * 400L);
      Decision decision = machine.execute(service.next(), now);
      service.answered(decision.outcome());
      decision.deliveries().forEach(one -> service.delivered(one.worker(), one.answer()));
      List<Event.Durable> facts =
          decision.events().stream()
              .filter(Event.Durable.class::isInstance)
              .map(Event.Durable.class::cast)
              .toList();

      rows.tasks(facts).forEach(row -> database.put(row.task(), row));
      rows.forgetEnded(facts);

      assertRowsAreTheState(seed, step);
    }
    assertThat(database).hasSizeGreaterThan(5);
  }

  /** A batch may hold the last facts about a run, and that it is forgotten. */
  @Test
  void ofARunThatIsForgottenInTheSameBatchNoRowIsWritten() {
    var document = pipeline("p", task("a").blocks(2), task("b").blocks(2).all("a")).build();
    List<Event> events = new ArrayList<>();
    for (Command command :
        List.of(
            new Command.SubmitRun(document, null, "", null),
            new Command.CancelRun(new RunId("p-1"), "by a test"),
            new Command.SubmitRun(document, null, "", null),
            new Command.ForgetRuns(Duration.ZERO, 0, 1))) {
      events.addAll(machine.execute(command, new Moment(0, 0)).events());
    }
    List<Event.Durable> facts = events.stream().map(Event.Durable.class::cast).toList();

    assertThat(rows.tasks(facts))
        .extracting(row -> row.task().toString())
        .containsExactly("p-2/a", "p-2/b");
    assertThat(rows.runs(facts)).extracting(row -> row.run().value()).containsExactly("p-2");
  }

  private void assertRowsAreTheState(long seed, int step) {
    for (RunSummary summary : machine.scheduler().runs(null, null, null, 1_000)) {
      RunId run = summary.id();
      RunView view = machine.scheduler().run(run).orElseThrow();
      for (TaskView task : view.tasks()) {
        TaskRow row = database.get(new TaskId(run, task.id()));
        assertThat(row.counters())
            .as("%s/%s, seed %d, step %d", run, task.id(), seed, step)
            .isEqualTo(task.counters());
        assertThat(row.state()).isEqualTo(task.state().name());
        assertThat(row.reason()).isEqualTo(task.reason() == null ? null : task.reason().name());
      }
    }
  }
}
