package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Beat;
import dev.yardmaster.worker.command.Wire.Ended;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What heartbeats say of a process that holds its leases itself. The worker does not know them, so
 * any lease that is newly revoked is one of its process's.
 */
final class ClientHold {

  private final String binding;
  private final Set<String> known;
  private final CompletableFuture<Cut> cut = new CompletableFuture<>();

  /**
   * Begins to listen.
   *
   * @param known leases that were revoked before this binding began
   */
  ClientHold(String binding, Collection<String> known) {
    this.binding = binding;
    this.known = new HashSet<>(known);
  }

  /** Why the process has to end: it lost a lease, or with {@code ended} its binding is over. */
  record Cut(@Nullable Ended ended) {}

  CompletableFuture<Cut> cut() {
    return cut;
  }

  void heard(Beat beat) {
    if (!known.containsAll(beat.lost())) {
      cut.complete(new Cut(null));
    } else if (beat.ended() != null && beat.ended().binding().equals(binding)) {
      cut.complete(new Cut(beat.ended()));
    }
  }
}
