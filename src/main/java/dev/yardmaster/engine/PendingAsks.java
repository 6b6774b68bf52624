package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Callers whose ask waits, by worker. The scheduler knows one ask of a worker; here there can be
 * two for the length of one decision: an older one, which a new ask replaced, and the new one.
 * Deliveries meet them in the order in which they asked.
 */
final class PendingAsks {

  /**
   * @param results what the reply says besides, where the ask came along with a release
   */
  private record Pending(CompletableFuture<Outcome> to, @Nullable List<LeaseOutcome> results) {

    Reply answered(Outcome answer) {
      return new Reply.Value<>(
          to, results == null ? answer : new Outcome.Released(results, answer));
    }
  }

  private final Map<WorkerId, ArrayDeque<Pending>> byWorker = new HashMap<>();

  /** The replies that a decision brings: the asker's own, if it need not wait, and deliveries. */
  List<Reply> settle(CompletableFuture<Outcome> asker, Decision decision) {
    List<Reply> replies = new ArrayList<>();
    WorkerId waiting = null;
    switch (decision.outcome()) {
      case Outcome.Waiting(WorkerId worker) -> {
        waiting = worker;
        add(worker, new Pending(asker, null));
      }
      case Outcome.Released(var results, Outcome.Waiting(WorkerId worker)) -> {
        waiting = worker;
        add(worker, new Pending(asker, results));
      }
      case Outcome outcome -> replies.add(new Reply.Value<>(asker, outcome));
    }
    for (Delivery delivery : decision.deliveries()) {
      deliver(delivery, replies);
    }
    if (waiting != null) {
      replaceOlder(waiting, replies);
    }
    return replies;
  }

  private void add(WorkerId worker, Pending pending) {
    byWorker.computeIfAbsent(worker, any -> new ArrayDeque<>(2)).add(pending);
  }

  /** Nobody may wait for a delivery where a caller was given one already: then it is not needed. */
  private void deliver(Delivery delivery, List<Reply> replies) {
    ArrayDeque<Pending> queue = byWorker.get(delivery.worker());
    if (queue == null) {
      return;
    }
    replies.add(queue.remove().answered(delivery.answer()));
    if (queue.isEmpty()) {
      byWorker.remove(delivery.worker());
    }
  }

  private void replaceOlder(WorkerId worker, List<Reply> replies) {
    ArrayDeque<Pending> queue = byWorker.getOrDefault(worker, new ArrayDeque<>());
    while (queue.size() > 1) {
      replies.add(queue.remove().answered(new Outcome.NothingYet(null)));
    }
  }

  /** Takes out everybody, to be told that there will be no answer. */
  List<CompletableFuture<Outcome>> drain() {
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    byWorker.values().forEach(queue -> queue.forEach(pending -> all.add(pending.to())));
    byWorker.clear();
    return all;
  }

  /** How many callers wait. */
  int size() {
    return byWorker.size();
  }
}
