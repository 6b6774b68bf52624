package dev.yardmaster.api;

import dev.yardmaster.api.FailuresReply.Group;
import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts failed attempts together that have the same error. */
final class FailureGroups {

  /** Groups of an answer: nobody reads more. */
  static final int MAX_GROUPS = 100;

  /** Blocks, and workers, that a group names. */
  private static final int MAX_NAMED = 10;

  /** Attempts that are looked at, over all tasks: a second of reading. */
  private static final int MAX_ATTEMPTS = 100_000;

  /** Groups that are told apart; errors with the time in them are each one of its own. */
  private static final int MAX_TOLD_APART = 10_000;

  private static final int PAGE = 1_000;

  private record Key(String task, @Nullable String error) {}

  private static final class Sum {
    long attempts;
    final List<Long> blocks = new ArrayList<>();
    long blockCount;
    long lastBlock = -1;
    final Set<String> workers = new LinkedHashSet<>();
    long lastAt;

    void add(FailedAttempt attempt) {
      attempts++;
      lastAt = Math.max(lastAt, attempt.atMillis());
      if (attempt.block() != lastBlock) {
        lastBlock = attempt.block();
        blockCount++;
        if (blocks.size() < MAX_NAMED) {
          blocks.add(attempt.block());
        }
      }
      if (workers.size() < MAX_NAMED) {
        workers.add(attempt.worker());
      }
    }
  }

  private final Journal journal;
  private final Map<Key, Sum> sums = new LinkedHashMap<>();
  private int looked;
  private boolean more;

  private FailureGroups(Journal journal) {
    this.journal = journal;
  }

  static FailuresReply of(RunView run, Journal journal) {
    FailureGroups groups = new FailureGroups(journal);
    for (TaskView task : run.tasks()) {
      if (task.startedAt() != null) {
        groups.read(new TaskId(run.id(), task.id()));
      }
    }
    return groups.reply(run.id().value());
  }

  /** Page by page; the last block of a page may go on in the next. */
  private void read(TaskId task) {
    long block = 0;
    int attempt = 0;
    List<FailedAttempt> page;
    do {
      page = journal.failedAttempts(task, block, PAGE);
      boolean fresh = false;
      for (FailedAttempt one : page) {
        if (one.block() > block || one.attempt() > attempt) {
          block = one.block();
          attempt = one.attempt();
          fresh = true;
          add(task.task(), one);
        }
      }
      if (!fresh) {
        return;
      }
    } while (page.size() == PAGE && looked < MAX_ATTEMPTS);
    more |= page.size() == PAGE;
  }

  private void add(String task, FailedAttempt attempt) {
    looked++;
    Key key = new Key(task, attempt.error());
    if (sums.size() < MAX_TOLD_APART || sums.containsKey(key)) {
      sums.computeIfAbsent(key, any -> new Sum()).add(attempt);
    } else {
      more = true;
    }
  }

  private FailuresReply reply(String run) {
    List<Group> groups =
        sums.entrySet().stream()
            .sorted(
                Comparator.comparingLong((Map.Entry<Key, Sum> entry) -> entry.getValue().attempts)
                    .reversed())
            .limit(MAX_GROUPS)
            .map(entry -> group(entry.getKey(), entry.getValue()))
            .toList();
    return new FailuresReply(run, groups, more || sums.size() > MAX_GROUPS);
  }

  private static Group group(Key key, Sum sum) {
    return new Group(
        key.task,
        key.error,
        sum.attempts,
        sum.blocks,
        sum.blockCount - sum.blocks.size(),
        List.copyOf(sum.workers),
        Instant.ofEpochMilli(sum.lastAt));
  }
}
