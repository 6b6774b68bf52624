package dev.yardmaster.engine;

import dev.yardmaster.engine.Commit.Stored;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * The state from one rebuild to the next, with what the writer remembers of it. What is decided but
 * not yet committed is here alone, so that throwing this away undoes it.
 */
final class Life<S extends StateMachine> {

  /**
   * Ticks without a commit after which the journal is asked whether it is there: so long a service
   * without work may look healthy when it is not.
   */
  private static final long CHECK_EVERY = Duration.ofSeconds(5).toMillis();

  private final S state;
  private final ChangedRows rows;
  private final Snapshots snapshots;
  private final long keepTimeEvery;
  private long lastBatch;
  private long lastTick = -1;
  private long lastKept;
  private long lastContact;

  /**
   * @param end where the journal ended from which the state was built
   * @param snapshots which has followed that rebuild
   */
  Life(S state, Journal.End end, Snapshots snapshots, Duration keepTimeEvery) {
    this.state = state;
    this.rows = new ChangedRows(state);
    this.snapshots = snapshots;
    this.keepTimeEvery = keepTimeEvery.toMillis();
    this.lastBatch = end.number();
    this.lastKept = end.ticks();
    this.lastContact = end.ticks();
  }

  S state() {
    return state;
  }

  long lastBatch() {
    return lastBatch;
  }

  /** Ticks from now until a tick is due; 0 if it is, empty if nothing has a deadline. */
  OptionalLong untilTick(Moment now) {
    OptionalLong deadline = state.nextDeadline();
    if (deadline.isEmpty()) {
      return deadline;
    }
    // Never twice at the same time, whatever the state says: that would be a loop without end.
    long due = Math.max(deadline.getAsLong(), lastTick + 1);
    return OptionalLong.of(Math.max(0, due - now.ticks()));
  }

  /** Whether there is something to do without anybody asking for it. */
  boolean isDue(Moment now) {
    return tickIsDue(now) || keepingIsDue(now) || checkIsDue(now);
  }

  boolean tickIsDue(Moment now) {
    return untilTick(now).equals(OptionalLong.of(0));
  }

  void ticked(Moment now) {
    lastTick = now.ticks();
  }

  /** Where nothing has a deadline, nobody misses the time. */
  boolean keepingIsDue(Moment now) {
    return now.ticks() - lastKept >= keepTimeEvery && state.nextDeadline().isPresent();
  }

  /** The journal has not been spoken to for a while. */
  boolean checkIsDue(Moment now) {
    return now.ticks() - lastContact >= CHECK_EVERY;
  }

  /** What has to be stored of a batch, which is full then; call it once, in order. */
  Stored seal(OpenBatch<S> batch) {
    if (!batch.events().isEmpty()) {
      Stored facts = new Stored.Facts(facts(batch));
      lastBatch++;
      lastKept = batch.at().ticks();
      lastContact = lastKept;
      return facts;
    }
    if (keepingIsDue(batch.at())) {
      lastKept = batch.at().ticks();
      lastContact = lastKept;
      return new Stored.Time(batch.at());
    }
    if (checkIsDue(batch.at())) {
      lastContact = batch.at().ticks();
      return new Stored.Check();
    }
    return new Stored.Nothing();
  }

  private Journal.Batch facts(OpenBatch<S> batch) {
    List<Event.Durable> events = batch.events();
    long number = lastBatch + 1;
    Journal.Batch facts =
        new Journal.Batch(
            number,
            batch.at(),
            events,
            rows.tasks(events),
            rows.runs(events),
            snapshots.after(number, events));
    rows.forgetEnded(events);
    return facts;
  }
}
