package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.placement.Move;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What balance intends: bindings that go over to another worker when they come to a block boundary.
 * Planned afresh again and again, so it is an index only, and never stored.
 */
public final class PlannedMoves extends Timed {

  private final Map<BindingId, Move> moves = new HashMap<>();
  private final Timers timers;
  private long notBefore;
  private long wantedAt = NEVER;

  PlannedMoves(Timers timers) {
    this.timers = timers;
  }

  public boolean isEmpty() {
    return moves.isEmpty();
  }

  /** Where the binding is to go; null where it stays. */
  public @Nullable Move of(BindingId binding) {
    return moves.get(binding);
  }

  /** The binding went, or will not. */
  public void forget(BindingId binding) {
    moves.remove(binding);
  }

  /** Takes a new plan in place of the old one; the next is not made before that time. */
  public void replace(List<Move> plan, long nextNotBefore) {
    moves.clear();
    plan.forEach(move -> moves.put(move.binding(), move));
    notBefore = nextNotBefore;
  }

  /** Whether it is time for a new plan; if it is not, somebody will look when it is. */
  public boolean isTime(long now) {
    if (now >= notBefore) {
      return true;
    }
    wantedAt = notBefore;
    timers.watch(this);
    return false;
  }

  /** The time has come. */
  public void awake() {
    wantedAt = NEVER;
  }

  @Override
  public long due() {
    return wantedAt;
  }

  @Override
  String timerKey() {
    return "planned moves";
  }
}
