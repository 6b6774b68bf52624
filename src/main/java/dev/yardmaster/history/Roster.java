package dev.yardmaster.history;

import dev.yardmaster.history.Bars.AtWork;
import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is at which task, and since when with blocks in hand; makes bars of that. */
final class Roster {

  /** Takes bars that are over. */
  interface Draw {
    void bar(RunId run, WorkerId worker, String name, String host, Bar bar);
  }

  private record Person(String name, String host) {}

  private static final class Stay {
    final WorkerId worker;
    final TaskId task;
    long held;
    long since;

    Stay(WorkerId worker, TaskId task) {
      this.worker = worker;
      this.task = task;
    }
  }

  private final Draw draw;
  private final Map<WorkerId, Person> people = new HashMap<>();
  private final Map<BindingId, Stay> stays = new HashMap<>();

  /** Launched processes that have not registered. */
  private final Map<BindingId, TaskId> launched = new HashMap<>();

  Roster(Draw draw) {
    this.draw = draw;
  }

  /** Begins with who is there; since when they are at their blocks is not known, so from now on. */
  void restart(List<WorkerView> workers, long now) {
    people.clear();
    stays.clear();
    launched.clear();
    for (WorkerView worker : workers) {
      people.put(worker.id(), new Person(worker.name(), worker.host()));
      if (worker.binding() != null && worker.task() != null) {
        Stay stay = new Stay(worker.id(), worker.task());
        stay.held = worker.leases();
        stay.since = now;
        stays.put(worker.binding(), stay);
      }
    }
  }

  /** What was stored knows since when a worker has been at it. */
  void since(RunId run, String worker, String task, long since) {
    for (Stay stay : stays.values()) {
      if (stay.held > 0
          && stay.task.run().equals(run)
          && stay.task.task().equals(task)
          && stay.worker.toString().equals(worker)) {
        stay.since = since;
      }
    }
  }

  /**
   * @param at wall-clock milliseconds
   */
  void follow(Event.Durable event, long at) {
    switch (event) {
      case Event.WorkerRegistered it -> {
        people.put(it.worker(), new Person(it.name(), it.host()));
        TaskId task = it.launchedFor() == null ? null : launched.remove(it.launchedFor());
        if (task != null && it.launchedFor() != null) {
          stays.put(it.launchedFor(), new Stay(it.worker(), task));
        }
      }
      case Event.WorkerRemoved it -> people.remove(it.worker());
      case Event.BindingStarted it -> stays.put(it.binding(), new Stay(it.worker(), it.task()));
      case Event.BindingLaunched it -> launched.put(it.binding(), it.task());
      case Event.BlocksLeased it -> leased(it, at);
      case Event.BlocksReleased it -> released(it, at);
      case Event.BindingEnding it -> stops(stays.get(it.binding()), it.charged(), at);
      case Event.BindingEnded it -> {
        stops(stays.remove(it.binding()), it.charged(), at);
        launched.remove(it.binding());
      }
      case Event.ServiceBudgetSet it -> {}
      case Event.RunSubmitted it -> {}
      case Event.RunEnded it -> {}
      case Event.RunForgotten it -> {}
      case Event.TaskDone it -> {}
      case Event.TaskAbandoned it -> {}
      case Event.RoomPromised it -> {}
      case Event.BindingEndTold it -> {}
      case Event.LateDropped it -> {}
      case Event.LauncherOffered it -> {}
      case Event.LauncherWithdrawn it -> {}
    }
  }

  private void leased(Event.BlocksLeased leased, long at) {
    Stay stay = stays.get(leased.binding());
    if (stay != null) {
      if (stay.held == 0) {
        stay.since = at;
      }
      stay.held += leased.blocks().length;
    }
  }

  private void released(Event.BlocksReleased released, long at) {
    Stay stay = stays.get(released.binding());
    if (stay != null) {
      long failed =
          released.results().stream().filter(one -> one.result() != BlockResult.COMPLETED).count();
      draw(stay, at, released.results().size(), failed);
      stay.held = Math.max(0, stay.held - released.results().size());
      stay.since = at;
    }
  }

  /** What it held goes to others, or is charged to it. */
  private void stops(@Nullable Stay stay, @Nullable ChargedBlock charged, long at) {
    if (stay != null && stay.held > 0) {
      int blocks = charged == null ? 0 : 1;
      draw(stay, at, blocks, blocks);
      stay.held = 0;
    }
  }

  private void draw(Stay stay, long at, long blocks, long failed) {
    Person person = person(stay);
    Bar bar =
        new Bar(stay.task.task(), stay.since, Math.max(at, stay.since), blocks, failed, false);
    draw.bar(stay.task.run(), stay.worker, person.name, person.host, bar);
  }

  private Person person(Stay stay) {
    return people.getOrDefault(stay.worker, new Person(stay.worker.toString(), ""));
  }

  /** Who has blocks of the run in hand. */
  List<AtWork> atWork(RunId run) {
    return stays.values().stream()
        .filter(stay -> stay.held > 0 && stay.task.run().equals(run))
        .sorted((one, other) -> one.worker.compareTo(other.worker))
        .map(
            stay -> {
              Person person = person(stay);
              return new AtWork(
                  stay.worker, person.name, person.host, stay.task.task(), stay.since);
            })
        .toList();
  }
}
