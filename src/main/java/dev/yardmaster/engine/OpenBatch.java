package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import java.util.ArrayList;
import java.util.List;

/** A batch while the writer fills it: what was decided at one moment, and who waits for it. */
final class OpenBatch<S> {

  private final Moment at;
  private final EngineSettings settings;
  private final long since;
  private final List<Event.Durable> events = new ArrayList<>();
  private final List<Reply> replies = new ArrayList<>();
  private final List<Request.Look<S, ?>> looks = new ArrayList<>();
  private int requests;
  private long weight;

  /**
   * @param since when the oldest of its requests came, by the clock's nanoseconds
   */
  OpenBatch(Moment at, EngineSettings settings, long since) {
    this.at = at;
    this.settings = settings;
    this.since = since;
  }

  void add(List<Event> decided, List<Reply> answers) {
    requests++;
    for (Event event : decided) {
      if (event instanceof Event.Durable durable) {
        events.add(durable);
        weight += weightOf(durable);
      }
    }
    replies.addAll(answers);
  }

  /** Somebody who wants to see the state as the batch leaves it, all of it. */
  void add(Request.Look<S, ?> look) {
    requests++;
    looks.add(look);
  }

  /** The batch is decided and has its number, or needs none: those who look see that. */
  void answerLooks(S state, long number) {
    looks.forEach(look -> replies.add(look.at(state, at, number)));
    looks.clear();
  }

  /** Everybody who waits for the batch, to be told that it came to nothing. */
  List<Reply> waiting(Throwable cause) {
    List<Reply> waiting = new ArrayList<>(replies);
    looks.forEach(look -> waiting.add(new Reply.Failure(look.to(), cause)));
    return waiting;
  }

  /** Roughly, in units of a small event: only these are of any length. */
  static int weightOf(Event.Durable event) {
    if (event instanceof Event.RunSubmitted submitted) {
      return 1 + submitted.pipeline().tasks().size();
    }
    if (event instanceof Event.BlocksReleased released) {
      return released.results().size();
    }
    return 1;
  }

  boolean isFull() {
    return requests >= settings.maxBatchCommands() || weight >= settings.maxBatchEvents();
  }

  long since() {
    return since;
  }

  Moment at() {
    return at;
  }

  List<Event.Durable> events() {
    return events;
  }

  List<Reply> replies() {
    return replies;
  }
}
