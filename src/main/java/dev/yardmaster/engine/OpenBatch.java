package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import java.util.ArrayList;
import java.util.List;

/** A batch while the writer fills it: what was decided at one moment, and who waits for it. */
final class OpenBatch {

  private final Moment at;
  private final EngineSettings settings;
  private final List<Event.Durable> events = new ArrayList<>();
  private final List<Reply> replies = new ArrayList<>();
  private int requests;
  private long weight;

  OpenBatch(Moment at, EngineSettings settings) {
    this.at = at;
    this.settings = settings;
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
