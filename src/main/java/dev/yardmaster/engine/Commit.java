package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import java.util.List;

/**
 * What the writer hands to the committer: something to store, and who is told afterwards.
 *
 * @param since when the oldest request that it answers came, by the clock's nanoseconds
 */
record Commit(Stored stored, List<Reply> replies, long since) {

  /** What has to be in the journal before the replies go out. */
  sealed interface Stored {

    /** Nothing of its own; the replies wait for everything before. */
    record Nothing() implements Stored {}

    record Facts(Journal.Batch batch) implements Stored {}

    record Time(Moment at) implements Stored {}

    /** A look whether the journal is there. */
    record Check() implements Stored {}
  }
}
