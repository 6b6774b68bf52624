package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Outcome.Answer;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.state.Applier;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * One command on its way: what was decided so far and who is to be answered. Whoever decides reads
 * {@link #state} and emits events; each is applied before the next decision looks.
 */
final class Turn {

  final SchedulerState state;
  final Moment now;
  private final Applier applier;
  private final List<Event> events = new ArrayList<>(4);
  private final List<Delivery> deliveries = new ArrayList<>(2);

  Turn(SchedulerState state, Applier applier, Moment now) {
    this.state = state;
    this.applier = applier;
    this.now = now;
  }

  void emit(Event event) {
    applier.apply(event, now);
    events.add(event);
  }

  /** Answers the worker's waiting acquire; the event that ends it is emitted by the caller. */
  void answer(Worker worker, Answer answer) {
    deliveries.add(new Delivery(worker.id(), answer));
  }

  List<Event> events() {
    return events;
  }

  List<Delivery> deliveries() {
    return deliveries;
  }
}
