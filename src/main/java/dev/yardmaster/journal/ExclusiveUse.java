package dev.yardmaster.journal;

/**
 * That no other service writes to the same database. The journal itself refuses whatever a second
 * writer stores; this is there so that it comes to an understandable end, and not to a quarrel.
 */
public interface ExclusiveUse {

  /** Where the database sees to it by itself, as H2 does with a lock on its file. */
  ExclusiveUse BY_ITSELF =
      new ExclusiveUse() {
        @Override
        public void take() {}

        @Override
        public void check() {}
      };

  /**
   * Takes it, unless it is held already.
   *
   * @throws IllegalStateException if another service has it, or the database does not answer
   */
  void take();

  /**
   * Whether it is still held: a database that was away has forgotten it.
   *
   * @throws IllegalStateException if not
   */
  void check();
}
