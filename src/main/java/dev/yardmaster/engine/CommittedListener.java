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
   * The state was rebuilt from the journal after a failure. A commit whose end was unknown may have
   * brought facts of which {@link #committed} never told: look at the state afresh.
   */
  void rebuilt();
}
