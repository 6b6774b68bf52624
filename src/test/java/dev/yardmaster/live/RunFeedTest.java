package dev.yardmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.testing.FakeHistories;
import dev.yardmaster.testing.Samples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunFeedTest {

  private final RunFeed feed = new RunFeed(Samples.RUN);

  private void changes(String task, long completed, long batch) {
    Counters counters = new Counters(100, 100 - completed, 0, completed, 0, 0, 0, 0, 1, 0, 0, 0);
    feed.row(new TaskRow(new TaskId(Samples.RUN, task), "RUNNING", null, counters, 1), batch);
  }

  private List<String> since(long version) {
    return feed.since(version, new FakeHistories()).tasks().stream()
        .map(task -> task.id() + " " + task.counters().completed())
        .toList();
  }

  @Test
  void whoHasSeenTheStateAfterABatchGetsTheLatestOfWhatChangedLater() {
    changes("a", 1, 5);
    changes("b", 1, 6);
    changes("c", 1, 7);
    changes("b", 2, 8);

    assertThat(since(feed.versionAt(5))).containsExactly("c 1", "b 2");
    assertThat(since(feed.versionAt(7))).containsExactly("b 2");
    assertThat(since(feed.versionAt(8))).isEmpty();
    assertThat(since(feed.versionAt(4))).containsExactly("a 1", "c 1", "b 2");
  }

  @Test
  void anEndOfTheRunIsAChangeToo() {
    changes("a", 1, 5);
    feed.row(new RunRow(Samples.RUN, RunState.SUCCEEDED, 0), Samples.NOON, 6);

    assertThat(feed.versionAt(5)).isLessThan(feed.latest());
    assertThat(feed.versionAt(6)).isEqualTo(feed.latest());
  }

  /** A thousand tasks, all of them changing all the time: in ten messages each has come once. */
  @Test
  void everyTaskHasItsTurn() {
    List<String> names = new ArrayList<>();
    for (int task = 0; task < 1_000; task++) {
      names.add("t" + task);
    }
    names.forEach(name -> changes(name, 0, 1));
    Set<String> seen = new HashSet<>();
    long version = 0;
    for (int message = 1; message <= 10; message++) {
      RunFeed.Changes changes = feed.since(version, new FakeHistories());
      assertThat(changes.tasks()).hasSize(LiveLimits.MAX_TASKS);
      changes.tasks().forEach(task -> seen.add(task.id()));
      version = changes.upTo();
      // What has been seen changes again, and what has not keeps its place.
      changes.tasks().forEach(task -> changes(task.id(), 1, 2));
    }

    assertThat(seen).hasSize(1_000);
  }
}
