package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.event.Event;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which runs some events may have changed. */
final class RunsOf {

  private RunsOf() {}

  static Set<RunId> events(List<Event> events, Books books) {
    Set<RunId> runs = new LinkedHashSet<>();
    for (Event event : events) {
      switch (event) {
        case Event.RunSubmitted it -> runs.add(it.run());
        case Event.RunEnded it -> runs.add(it.run());
        case Event.RunForgotten it -> {}
        case Event.TaskDone it -> runs.add(it.task().run());
        case Event.TaskAbandoned it -> runs.add(it.task().run());
        case Event.LateDropped it -> runs.add(it.task().run());
        case Event.BindingStarted it -> runs.add(it.task().run());
        case Event.BindingLaunched it -> runs.add(it.task().run());
        case Event.BindingEnding it -> runs.add(it.task().run());
        case Event.RoomPromised it -> runs.add(it.task().run());
        case Event.BindingEnded it -> runs.add(it.task().run());
        case Event.BlocksLeased it -> runs.add(it.task().run());
        case Event.BlocksReleased it -> runs.add(it.task().run());
        case Event.WorkerAsked it -> addBound(it.worker(), books, runs);
        case Event.AskEnded it -> addBound(it.worker(), books, runs);
        case Event.BindingEndTold it -> addBound(it.worker(), books, runs);
        case Event.WorkerRegistered it -> addBound(it.worker(), books, runs);
        case Event.ServiceBudgetSet it -> runs.addAll(books.runs.keySet());
        case Event.Resumed it -> runs.addAll(books.runs.keySet());
        case Event.HandingOutStopped it -> {}
        case Event.WorkerRemoved it -> {}
        case Event.WorkerSeen it -> {}
        case Event.LauncherOffered it -> {}
        case Event.LauncherWithdrawn it -> {}
      }
    }
    return runs;
  }

  private static void addBound(dev.yardmaster.scheduler.WorkerId id, Books books, Set<RunId> runs) {
    WorkerModel worker = books.workers.get(id);
    if (worker != null && worker.binding != null) {
      runs.add(worker.binding.task.run.id);
    }
  }
}
