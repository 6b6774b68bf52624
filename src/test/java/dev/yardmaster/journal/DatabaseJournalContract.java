package dev.yardmaster.journal;

import static dev.yardmaster.journal.SampleEvents.BINDING;
import static dev.yardmaster.journal.SampleEvents.DETECT;
import static dev.yardmaster.journal.SampleEvents.RUN;
import static dev.yardmaster.journal.SampleEvents.STITCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.task.Counters;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a journal in a database promises besides: rows that others can read. */
abstract class DatabaseJournalContract extends JournalContract {

  abstract JournalDatabase database();

  /** As the driver calls it. */
  abstract String product();

  @Test
  void itIsTheDatabaseThatIsMeant() {
    assertThat(database().product()).isEqualTo(product());
  }

  @Override
  Journal empty() {
    database().clear();
    return database().journal();
  }

  @Override
  Journal reopened() {
    return database().journal();
  }

  @Test
  void tasksHaveTheirPlaceAndTheirLatestCounters() {
    Journal journal = empty();
    journal.append(batch(1, at(1), submitted()));
    Counters later = new Counters(4, 0, 1, 2, 1, 0, 0, 1, 6, 2, 3, 2);
    journal.append(
        new Batch(
            2,
            at(2),
            List.of(new Event.LateDropped(DETECT, 1)),
            List.of(new TaskRow(STITCH, "ABANDONED", "CANCELLED", later, 0)),
            List.of()));

    Map<String, Object> stitch = database().row("select * from task where task_id = 'stitch'");
    assertThat(stitch)
        .containsEntry("PLACE", 1)
        .containsEntry("STATE", "ABANDONED")
        .containsEntry("REASON", "CANCELLED")
        .containsEntry("TOTAL", 4L)
        .containsEntry("READY", 0L)
        .containsEntry("PROCESSING", 1L)
        .containsEntry("COMPLETED", 2L)
        .containsEntry("FAILED", 1L)
        .containsEntry("ORPHANED", 0L)
        .containsEntry("PENDING", 0L)
        .containsEntry("SKIPPED", 1L)
        .containsEntry("WORKER_STARTS", 6L)
        .containsEntry("WORKER_FAILURES", 2L)
        .containsEntry("WORKER_RETIREMENTS", 3L)
        .containsEntry("WORKER_RESTARTS", 2L);
    assertThat(database().row("select * from task where task_id = 'detect'"))
        .containsEntry("PLACE", 0)
        .containsEntry("STATE", "RUNNING")
        .containsEntry("READY", 4L);
  }

  /** Who adds a table with rows of runs adds it to {@link Remains#TABLES} too. */
  @Test
  void everyTableWithRowsOfRunsIsTidiedUp() {
    List<String> tables =
        database()
            .names(
                """
                select c.table_name from information_schema.columns c
                where lower(c.table_schema) = 'public' and lower(c.column_name) = 'run_id'
                """);
    List<String> known =
        Remains.TABLES.stream().map(table -> table.getAnnotation(Table.class).name()).toList();

    assertThat(tables)
        .map(String::toLowerCase)
        // These two have their rows taken away by the writer itself.
        .filteredOn(table -> !List.of("run_snapshot", "forgotten_run").contains(table))
        .containsExactlyInAnyOrderElementsOf(known);
  }

  /** A run with very many failures must not hold up the commits of others. */
  @Test
  void whatIsLeftGoesInSmallPieces() {
    Journal journal = empty();
    journal.append(batch(1, at(1), submitted(), registered(), bound()));
    List<Event.Released> failures = new ArrayList<>();
    for (int block = 0; block < 2 * Remains.AT_ONCE + 1; block++) {
      failures.add(new Event.Released(block, block, 1, Event.BlockResult.RETRY, "no luck"));
    }
    journal.append(batch(2, at(2), new Event.BlocksReleased(BINDING, DETECT, failures)));
    journal.append(batch(3, at(3), new Event.RunEnded(RUN, RunState.FAILED, null)));
    journal.append(batch(4, at(4), new Event.RunForgotten(RUN, 1)));
    assertThat(database().names("select id from run")).isEmpty();

    List<Integer> left = new ArrayList<>();
    do {
      left.add(database().names("select block from block_failure").size());
    } while (journal.tidyUp());

    assertThat(left).contains(1_001, 501, 1).endsWith(0);
    for (String table : List.of("task", "audit", "block_failure", "forgotten_run")) {
      assertThat(database().names("select run_id from " + table)).as(table).isEmpty();
    }
  }

  @Test
  void aRunHasItsEndAndWhatCameTooLate() {
    Journal journal = empty();
    journal.append(batch(1, at(1), submitted()));
    assertThat(database().row("select * from run"))
        .containsEntry("ID", "deepfield-12")
        .containsEntry("NUMBER", 12L)
        .containsEntry("PIPELINE", "deepfield")
        .containsEntry("IDEMPOTENCY_KEY", "key")
        .containsEntry("DIGEST", "digest")
        .containsEntry("STATE", "RUNNING")
        .containsEntry("SUBMITTED_AT_MILLIS", at(1).wallMillis())
        .containsEntry("ENDED_AT_MILLIS", null);

    journal.append(batch(2, at(2), new Event.RunEnded(RUN, RunState.CANCELLED, "by ada")));
    journal.append(
        new Batch(
            3,
            at(3),
            List.of(new Event.LateDropped(DETECT, 2)),
            List.of(),
            List.of(new RunRow(RUN, RunState.CANCELLED, 2))));

    assertThat(database().row("select * from run"))
        .containsEntry("STATE", "CANCELLED")
        .containsEntry("WHY", "by ada")
        .containsEntry("ENDED_AT_MILLIS", at(2).wallMillis())
        .containsEntry("LATE_EVENTS_DROPPED", 2L);
  }
}
