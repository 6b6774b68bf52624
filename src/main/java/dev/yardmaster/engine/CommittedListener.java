package dev.yardmaster.engine;

/** Hears of facts, in the order of their commit and never before it. */
public interface CommittedListener {

  /** Called on the committer's thread, which waits: hand over and return. */
  void committed(Journal.Batch batch);

  /**
   * The state was rebuilt from the journal after a failure. A commit whose end was unknown may have
   * brought facts of which {@link #committed} never told: look at the state afresh.
   */
  void rebuilt();
}
