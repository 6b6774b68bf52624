package dev.yardmaster.scheduler.state;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.event.Event.RunSubmitted;
import dev.yardmaster.scheduler.frontier.Frontier;
import dev.yardmaster.scheduler.task.Running;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One execution of a pipeline. */
public final class Run extends Timed {

  private final RunSubmitted submission;
  private final long order;
  private final long submittedAtWall;
  private final long submittedAt;
  private final long deadline;
  private final List<Task> tasks = new ArrayList<>();
  private final Map<String, Task> byName = new HashMap<>();
  private final Agenda agenda;
  final Frontier frontier;
  final Frontier.Gate counting = new Counting();
  final Ledger ledger;
  RunState state = RunState.RUNNING;
  @Nullable String why;
  @Nullable Long endedAtWall;
  long lateEventsDropped;

  Run(RunSubmitted submission, long order, long wall, long now, Agenda agenda) {
    this.submission = submission;
    this.order = order;
    this.submittedAtWall = wall;
    this.submittedAt = now;
    this.agenda = agenda;
    Pipeline pipeline = submission.pipeline();
    this.deadline = pipeline.timeout() == null ? NEVER : now + pipeline.timeout().toMillis();
    this.ledger = new Ledger(pipeline.resources());
    this.frontier = new Frontier(pipeline.tasks());
    for (TaskSpec spec : pipeline.tasks()) {
      Task task = new Task(this, tasks.size(), spec);
      tasks.add(task);
      byName.put(spec.id(), task);
    }
  }

  public RunId id() {
    return submission.run();
  }

  public RunSubmitted submission() {
    return submission;
  }

  public Pipeline pipeline() {
    return submission.pipeline();
  }

  /** Rises with each submission to the service. */
  public long order() {
    return order;
  }

  public RunState state() {
    return state;
  }

  public @Nullable String why() {
    return why;
  }

  long submittedAt() {
    return submittedAt;
  }

  public long submittedAtWall() {
    return submittedAtWall;
  }

  public @Nullable Long endedAtWall() {
    return endedAtWall;
  }

  public long lateEventsDropped() {
    return lateEventsDropped;
  }

  /** In the order of the pipeline. */
  public List<Task> tasks() {
    return Collections.unmodifiableList(tasks);
  }

  /** Null where there is none of that name. */
  public @Nullable Task task(String name) {
    return byName.get(name);
  }

  /** For looking; only {@link Applier} changes it. */
  public Frontier frontier() {
    return frontier;
  }

  /** For looking; only {@link Applier} changes it. */
  public Ledger ledger() {
    return ledger;
  }

  /** The pipeline's timeout, as long as the run is not over. */
  @Override
  public long due() {
    return state.terminal() ? NEVER : deadline;
  }

  /** Worded apart from bindings and workers: a pipeline may be named {@code b} or {@code w}. */
  @Override
  String timerKey() {
    return "run " + id();
  }

  /** The frontier's way to the counters of running tasks. */
  private final class Counting implements Frontier.Gate {
    @Override
    public boolean running(int task) {
      return tasks.get(task).isRunning();
    }

    @Override
    public void becameReady(int task, long blocks) {
      runningTask(task).becameReady(blocks);
      agenda.add(tasks.get(task));
    }

    @Override
    public void orphaned(int task, long blocks) {
      runningTask(task).orphaned(blocks);
      agenda.add(tasks.get(task));
    }

    private Running runningTask(int task) {
      Running running = tasks.get(task).running();
      if (running == null) {
        throw new IllegalStateException("I3: " + tasks.get(task) + " has ended");
      }
      return running;
    }
  }

  @Override
  public String toString() {
    return id().value();
  }
}
