package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.BlockOutcome.Overdue;
import dev.yardmaster.worker.command.BlockOutcome.Revoked;
import dev.yardmaster.worker.command.Wire.Beat;
import dev.yardmaster.worker.command.Wire.BlockLease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A block in a worker's hands, and what heartbeats say of it. Only answered heartbeats are looked
 * at, so that time in which the service is away counts against nobody.
 */
final class Hold {

  private final String lease;
  private final Duration limit;
  private final long since = System.nanoTime();
  private final Duration margin;
  private final CompletableFuture<BlockOutcome> cut = new CompletableFuture<>();

  Hold(BlockLease block, Duration margin) {
    this.lease = block.lease();
    this.limit = block.limit();
    this.margin = margin;
  }

  /** Completes when the work on the block has to be broken off. */
  CompletableFuture<BlockOutcome> cut() {
    return cut;
  }

  void heard(Beat beat) {
    if (beat.lost().contains(lease)) {
      cut.complete(new Revoked());
    } else if (System.nanoTime() - since > limit.plus(margin).toNanos()) {
      cut.complete(new Overdue(limit));
    }
  }
}
