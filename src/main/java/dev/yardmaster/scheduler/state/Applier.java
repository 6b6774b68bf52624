package dev.yardmaster.scheduler.state;

import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.placement.Offer;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Done;
import dev.yardmaster.scheduler.task.Running;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies events: the only thing that changes the state, live and in a rebuild alike.
 *
 * <p>It decides nothing. What it is told has been decided, so whatever does not fit is a bug and
 * throws. Consequences that follow from the state alone (which blocks became ready, which attempt a
 * lease is) are not in the events but worked out here.
 */
public final class Applier {

  private final SchedulerState state;
  private final BlockChanges blocks;
  private final BindingChanges bindings;

  public Applier(SchedulerState state) {
    this.state = state;
    this.blocks = new BlockChanges(state);
    this.bindings = new BindingChanges(state, blocks);
  }

  /**
   * @throws IllegalStateException if the event does not fit the state: a bug
   */
  public void apply(Event event, Moment at) {
    switch (event) {
      case Event.ServiceBudgetSet it -> setBudget(it.budget());
      case Event.RunSubmitted it -> submit(it, at);
      case Event.RunEnded it -> endRun(it, at);
      case Event.RunForgotten it -> forget(run(it.run()));
      case Event.TaskDone it -> finish(task(it.task()), at);
      case Event.TaskAbandoned it -> abandon(task(it.task()), it.reason(), at);
      case Event.WorkerRegistered it -> register(it, at);
      case Event.WorkerRemoved it -> remove(worker(it.worker()));
      case Event.BindingStarted it ->
          bindings.start(it.binding(), task(it.task()), worker(it.worker()), at);
      case Event.BindingLaunched it -> bindings.launch(it.binding(), task(it.task()), it, at);
      case Event.BindingEnding it ->
          bindings.beginEnd(binding(it.binding()), it.end(), it.why(), it.charged(), at);
      case Event.RoomPromised it -> task(it.task()).promisedAt = at.ticks();
      case Event.BindingEndTold it -> bindings.told(worker(it.worker()), it.binding(), at);
      case Event.BindingEnded it ->
          bindings.end(binding(it.binding()), it.end(), it.why(), it.charged(), at);
      case Event.BlocksLeased it -> blocks.lease(binding(it.binding()), it, at);
      case Event.BlocksReleased it -> blocks.release(binding(it.binding()), it, at);
      case Event.LateDropped it -> run(it.task().run()).lateEventsDropped += it.count();
      case Event.LauncherOffered it -> offer(it);
      case Event.LauncherWithdrawn it -> state.placement.withdraw(it.name());
      case Event.WorkerSeen it -> worker(it.worker()).lastSeen = at.ticks();
      case Event.WorkerAsked it -> asked(worker(it.worker()), it, at);
      case Event.AskEnded it -> blocks.endAsk(worker(it.worker()), at);
      case Event.HandingOutStopped it -> state.handsOut = false;
      case Event.Resumed it -> resume(at);
    }
  }

  private void setBudget(@Nullable Resources budget) {
    state.ledger.setBudget(budget);
    state.agenda.lookAtGate();
  }

  private void submit(Event.RunSubmitted submission, Moment at) {
    Run run = new Run(submission, ++state.lastOrder, at.wallMillis(), at.ticks(), state.agenda);
    if (state.runs.putIfAbsent(run.id(), run) != null) {
      throw new IllegalStateException("run " + run + " exists already");
    }
    state.lastNumbers.put(submission.pipeline().name(), submission.number());
    if (submission.idempotencyKey() != null) {
      state.byIdempotencyKey.put(submission.idempotencyKey(), run);
    }
    run.tasks().forEach(state.placement::begin);
    run.frontier.open(run.counting);
    run.tasks().forEach(state.agenda::add);
    state.timers.watch(run);
  }

  private void endRun(Event.RunEnded event, Moment at) {
    Run run = run(event.run());
    run.state = event.state();
    run.why = event.why();
    run.endedAtWall = at.wallMillis();
    state.timers.forget(run);
  }

  /** Its number stays taken: {@link SchedulerState#lastNumbers} is not touched. */
  private void forget(Run run) {
    if (!run.state.terminal() || run.tasks().stream().anyMatch(task -> task.alive() > 0)) {
      throw new IllegalStateException(run + " is not over, and cannot be forgotten");
    }
    state.runs.remove(run.id());
    String key = run.submission().idempotencyKey();
    if (key != null) {
      state.byIdempotencyKey.remove(key, run);
    }
  }

  private void finish(Task task, Moment at) {
    Optional<Done> done = requireRunning(task).tryFinish();
    task.life = done.orElseThrow(() -> new IllegalStateException("I2: " + task + " is not done"));
    endTask(task, at);
  }

  private void abandon(Task task, AbandonReason reason, Moment at) {
    task.life = requireRunning(task).abandon(reason);
    boolean spread =
        reason != AbandonReason.CANCELLED
            && task.run().pipeline().onAbandon() == OnAbandon.FINISH_REACHABLE;
    if (spread) {
      markDownstream(task);
    }
    task.run().frontier.abandon(task.place(), spread, task.run().counting);
    endTask(task, at);
  }

  private void markDownstream(Task task) {
    for (int place : task.run().frontier.downstream(task.place())) {
      Task next = task.run().tasks().get(place);
      if (!next.upstreamAbandoned) {
        next.upstreamAbandoned = true;
        state.agenda.add(next);
        markDownstream(next);
      }
    }
  }

  private void endTask(Task task, Moment at) {
    task.endedAtWall = at.wallMillis();
    task.bindings.values().forEach(binding -> blocks.voidLeases(binding));
    if (state.placement.end(task, at.ticks())) {
      state.agenda.lookAtGate();
    }
    state.timers.forget(task);
    state.agenda.add(task);
  }

  private static Running requireRunning(Task task) {
    Running running = task.running();
    if (running == null) {
      throw new IllegalStateException("I3: " + task + " has ended: " + task.life());
    }
    return running;
  }

  private void register(Event.WorkerRegistered event, Moment at) {
    Host host = state.hosts.computeIfAbsent(event.host(), Host::new);
    Offer offer = new Offer(event.kind(), event.tags(), event.run(), event.task());
    Worker worker =
        new Worker(
            event, host, offer, at.wallMillis(), at.ticks(), state.settings.lostAfter().toMillis());
    host.registered++;
    state.lastWorker = Math.max(state.lastWorker, event.worker().number());
    state.workers.put(worker.id(), worker);
    state.placement.join(worker);
    state.timers.watch(worker);
    if (event.launchedFor() != null) {
      bindings.attach(binding(event.launchedFor()), worker, at);
    }
  }

  private void remove(Worker worker) {
    if (worker.binding != null) {
      throw new IllegalStateException(worker + " is still bound");
    }
    worker.ask = null;
    state.placement.back(worker);
    state.placement.leave(worker);
    state.timers.forget(worker);
    state.workers.remove(worker.id());
    state.agenda.lookAtGate();
    if (--worker.host().registered == 0) {
      state.hosts.remove(worker.host().name());
    }
  }

  private void offer(Event.LauncherOffered event) {
    Offer offer = new Offer(event.kind(), event.tags(), null, null);
    state.placement.offer(event.name(), event.host(), offer, event.capacity());
    state.agenda.lookAtGate();
  }

  private void asked(Worker worker, Event.WorkerAsked event, Moment at) {
    worker.lastSeen = at.ticks();
    worker.lastAsked = at.ticks();
    state.placement.back(worker);
    worker.ask = new Worker.Ask(event.maxBlocks(), event.until());
    Binding binding = worker.binding;
    if (binding == null && worker.untold == null) {
      state.placement.refresh(worker);
      state.agenda.lookAtGate();
    } else if (binding != null
        && binding.ending == null
        && binding.leases.isEmpty()
        && binding.task().isRunning()) {
      binding.task().idle.add(binding);
      binding.idleSince = at.ticks();
      state.agenda.add(binding.task());
      state.agenda.lookAtSharing();
    } else {
      state.agenda.addAsker(worker);
    }
    state.timers.watch(worker);
  }

  private void resume(Moment at) {
    state.handsOut = true;
    for (Worker worker : state.workers.values()) {
      blocks.endAsk(worker, at);
      state.timers.watch(worker);
    }
    for (Binding binding : state.bindings.values()) {
      binding.resume(at.ticks());
      state.timers.watch(binding);
    }
  }

  private Run run(RunId id) {
    return known(state.runs.get(id), id);
  }

  private Task task(TaskId id) {
    return known(state.task(id), id);
  }

  private Worker worker(WorkerId id) {
    return known(state.workers.get(id), id);
  }

  private Binding binding(BindingId id) {
    return known(state.bindings.get(id), id);
  }

  private static <T> T known(@Nullable T thing, Object id) {
    if (thing == null) {
      throw new IllegalStateException("an event names " + id + ", which does not exist");
    }
    return thing;
  }
}
