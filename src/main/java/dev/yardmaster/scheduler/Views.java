package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.event.Event.WorkerRegistered;
import dev.yardmaster.scheduler.frontier.Frontier;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Lease;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Abandoned;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.task.Done;
import dev.yardmaster.scheduler.task.Running;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.BlocksView;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.TaskBooks;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Takes pictures of the state. */
final class Views {

  /** Blocks that one page looks at, so that a page over 2^40 blocks cannot hold the writer up. */
  private static final long MAX_BLOCKS_LOOKED_AT = 100_000;

  private final SchedulerState state;
  private final Explainer explainer;

  Views(SchedulerState state) {
    this.state = state;
    this.explainer = new Explainer(state);
  }

  RunView run(Run run, Moment now) {
    Claims claims = new Claims(state, now);
    return new RunView(
        run.id(),
        run.pipeline(),
        run.state(),
        run.why(),
        run.submittedAtWall(),
        run.endedAtWall(),
        run.lateEventsDropped(),
        run.ledger().budget(),
        run.ledger().used(),
        run.tasks().stream().map(task -> task(task, claims)).toList());
  }

  private TaskView task(Task task, Claims claims) {
    List<Waiting> waiting = explainer.explain(task, claims);
    return new TaskView(
        task.spec().id(),
        stateOf(task),
        reasonOf(task),
        task.life().counters(),
        task.alive(),
        task.idle().size(),
        waiting,
        task.startedAtWall(),
        task.endedAtWall());
  }

  static RunTotals totals(Run run) {
    Counters sum = Counters.NONE;
    int alive = 0;
    for (Task task : run.tasks()) {
      sum = sum.plus(task.life().counters());
      alive += task.alive();
    }
    return new RunTotals(
        run.id(), run.state(), run.submittedAtWall(), run.endedAtWall(), sum, alive);
  }

  static TaskBooks books(Task task) {
    return new TaskBooks(stateOf(task), reasonOf(task), task.life().counters(), task.alive());
  }

  private static TaskState stateOf(Task task) {
    return switch (task.life()) {
      case Running running -> TaskState.RUNNING;
      case Done done -> TaskState.DONE;
      case Abandoned abandoned -> TaskState.ABANDONED;
    };
  }

  private static @Nullable AbandonReason reasonOf(Task task) {
    return task.life() instanceof Abandoned abandoned ? abandoned.reason() : null;
  }

  List<RunSummary> runs(
      @Nullable RunState only, @Nullable String pipeline, @Nullable RunId after, int limit) {
    Run from = after == null ? null : state.run(after);
    if (after != null && from == null) {
      return List.of();
    }
    List<RunSummary> page = new ArrayList<>();
    for (Run run : state.runs().sequencedValues().reversed()) {
      if (page.size() == limit) {
        break;
      }
      boolean wanted =
          (from == null || run.order() < from.order())
              && (only == null || run.state() == only)
              && (pipeline == null || run.pipeline().name().equals(pipeline));
      if (wanted) {
        page.add(summary(run));
      }
    }
    return page;
  }

  private static RunSummary summary(Run run) {
    Counters counters = Counters.NONE;
    for (Task task : run.tasks()) {
      counters = counters.plus(task.life().counters());
    }
    return new RunSummary(
        run.order(),
        run.id(),
        run.pipeline().name(),
        run.state(),
        run.why(),
        run.submittedAtWall(),
        run.endedAtWall(),
        counters);
  }

  List<WorkerView> workers(Moment now) {
    return state.workers().stream().map(worker -> worker(worker, now)).toList();
  }

  private static WorkerView worker(Worker worker, Moment now) {
    WorkerRegistered registration = worker.registration();
    Binding binding = worker.binding();
    return new WorkerView(
        worker.id(),
        registration.name(),
        registration.host(),
        registration.kind(),
        worker.offer().tags(),
        registration.run(),
        registration.task(),
        worker.ask() != null,
        binding == null ? null : binding.id(),
        binding == null ? null : binding.task().id(),
        binding == null ? null : binding.startedAtWall(),
        binding == null || binding.ending() == null ? null : binding.ending().why(),
        binding == null ? 0 : binding.leases().size(),
        worker.registeredAtWall(),
        worker.ask() != null ? 0 : now.ticks() - worker.lastSeen());
  }

  ResourcesView resources() {
    List<ResourcesView.Holder> holders = new ArrayList<>();
    for (Run run : state.runs().values()) {
      for (Task task : run.tasks()) {
        if (task.alive() > 0 && !task.spec().requires().isEmpty()) {
          holders.add(new ResourcesView.Holder(task.id(), task.alive(), held(task)));
        }
      }
    }
    return new ResourcesView(state.ledger().budget(), state.ledger().used(), holders);
  }

  private static Resources held(Task task) {
    Map<String, Long> held = new TreeMap<>();
    task.spec().requires().amounts().forEach((key, amount) -> held.put(key, amount * task.alive()));
    return Resources.of(held);
  }

  BlocksView blocks(TaskId id, @Nullable BlockState only, long from, int limit) {
    Task task = state.task(id);
    if (task == null) {
      return new BlocksView(List.of(), null);
    }
    Frontier frontier = task.run().frontier();
    TreeSet<Long> leased = new TreeSet<>();
    for (Binding binding : task.bindings()) {
      binding.leases().stream().map(Lease::block).forEach(leased::add);
    }
    List<BlockView> page = new ArrayList<>();
    long looked = 0;
    long block = next(task, only, leased, from);
    while (block < task.spec().blocks() && page.size() < limit && looked++ < MAX_BLOCKS_LOOKED_AT) {
      BlockState found =
          leased.contains(block) ? BlockState.PROCESSING : frontier.stateOf(task.place(), block);
      if (only == null || only == found) {
        page.add(new BlockView(block, found, frontier.failures(task.place(), block)));
      }
      block = next(task, only, leased, block + 1);
    }
    return new BlocksView(page, block < task.spec().blocks() ? block : null);
  }

  /** The next block that may be in the state asked for. */
  private static long next(Task task, @Nullable BlockState only, TreeSet<Long> leased, long from) {
    if (only == BlockState.FAILED) {
      return task.run().frontier().nextFailedFrom(task.place(), from);
    }
    if (only == BlockState.PROCESSING) {
      Long next = leased.ceiling(from);
      return next == null ? task.spec().blocks() : next;
    }
    return from;
  }
}
