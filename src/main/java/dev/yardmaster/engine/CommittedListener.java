package dev.yardmaster.engine;

import java.util.List;

/** Hears of facts, in the order of their commit and never before it. */
public interface CommittedListener {

  /**
   * Called on the committer's thread, which waits: hand over and return.
   *
   * @param told what the audit trail now says of the batch, in order
   */
  void committed(Journal.Batch batch, List<Journal.AuditEntry> told);

  /**
   * How long it took until the batch was stored; called just before {@link #committed}, on the same
   * thread.
   */
  default void stored(Journal.Batch batch, Timing timing) {}

  /** Something could not be stored: the state is about to be rebuilt. */
  default void notStored() {}

  /**
   * @param sinceRequest nanoseconds from the arrival of the oldest request of the batch, or, where
   *     nobody asked for it, from the beginning of its decision
   * @param store nanoseconds that storing it took
   */
  record Timing(long sinceRequest, long store) {}

  /**
   * The state was rebuilt from the journal after a failure. A commit whose end was unknown may have
   * brought facts of which {@link #committed} never told: look at the state afresh.
   */
  void rebuilt();
}
