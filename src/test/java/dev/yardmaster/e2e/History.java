package dev.yardmaster.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.e2e.Ledger.Block;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a whole journal says of every block, worked out with nothing of the service's own: a result
 * counts for a lease that was given and not yet taken back, and a block that is done or has failed
 * for good is so once, and never given out again.
 */
final class History {

  private record Lease(Block block, BindingId binding) {}

  private final Map<Long, Lease> leases = new HashMap<>();
  private final Map<Block, Long> done = new HashMap<>();
  private final Map<Block, Long> failed = new HashMap<>();

  static History of(List<Event.Durable> events) {
    History history = new History();
    events.forEach(history::follow);
    return history;
  }

  /** The number of the lease under which each block was done. */
  Map<Block, Long> done() {
    return done;
  }

  /** Of each task, how many blocks were done. */
  Map<String, Long> doneByTask() {
    return count(done);
  }

  /** Of each task, how many blocks have failed for good. */
  Map<String, Long> failedByTask() {
    return count(failed);
  }

  private static Map<String, Long> count(Map<Block, Long> blocks) {
    return blocks.keySet().stream().collect(groupingBy(Block::task, counting()));
  }

  private void follow(Event.Durable event) {
    if (event instanceof Event.BlocksLeased leased) {
      for (int which = 0; which < leased.blocks().length; which++) {
        lease(leased, leased.firstLease() + which, leased.blocks()[which]);
      }
    } else if (event instanceof Event.BlocksReleased released) {
      for (Event.Released one : released.results()) {
        settle(released.binding(), released.task(), one.lease(), one.block(), one.result());
      }
    } else if (event instanceof Event.BindingEnding ending) {
      end(ending.binding(), ending.task(), ending.charged());
    } else if (event instanceof Event.BindingEnded ended) {
      end(ended.binding(), ended.task(), ended.charged());
    } else if (event instanceof Event.TaskDone over) {
      voidLeases(over.task());
    } else if (event instanceof Event.TaskAbandoned over) {
      voidLeases(over.task());
    }
  }

  private void lease(Event.BlocksLeased leased, long lease, long number) {
    Block block = new Block(leased.task().toString(), number);
    assertThat(done)
        .as("%s is given out as %d after it was done", block, lease)
        .doesNotContainKey(block);
    assertThat(failed)
        .as("%s is given out as %d after it had failed", block, lease)
        .doesNotContainKey(block);
    assertThat(leases.values().stream().map(Lease::block))
        .as("%s is given out as %d while somebody has it", block, lease)
        .doesNotContain(block);
    assertThat(leases.put(lease, new Lease(block, leased.binding()))).isNull();
  }

  private void settle(BindingId binding, TaskId task, long lease, long number, BlockResult result) {
    Block block = new Block(task.toString(), number);
    assertThat(leases.remove(lease))
        .as("the lease %d whose result %s counts", lease, result)
        .isEqualTo(new Lease(block, binding));
    Long before =
        switch (result) {
          case COMPLETED -> done.put(block, lease);
          case FAILED -> failed.put(block, lease);
          case RETRY -> null;
        };
    assertThat(before).as("the first lease under which %s counts, after %d", block, lease).isNull();
  }

  private void end(BindingId binding, TaskId task, @Nullable ChargedBlock charged) {
    if (charged != null) {
      settle(binding, task, charged.lease(), charged.block(), charged.result());
    }
    leases.values().removeIf(lease -> lease.binding().equals(binding));
  }

  private void voidLeases(TaskId task) {
    leases.values().removeIf(lease -> lease.block().task().equals(task.toString()));
  }

  /** Every block that a worker was told is done, is done, and by that worker's lease. */
  void checkAgainst(Ledger ledger) {
    ledger
        .done()
        .forEach(
            (block, lease) ->
                assertThat(done.get(block))
                    .as("the lease under which %s is done; its worker was told %s", block, lease)
                    .isEqualTo(LeaseId.parse(lease).orElseThrow().number()));
  }
}
