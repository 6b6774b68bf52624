package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Deadlines when they are looked at late, when they coincide, and after a restart. */
class DeadlinesTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LOST = SchedulerSettings.DEFAULTS.lostAfter();

  private final Scheduler scheduler = new Scheduler(SchedulerSettings.DEFAULTS);
  private final Yard yard = new Yard();

  private Decision at(int seconds, Command command) {
    return scheduler.execute(command, new Moment(seconds * 1_000L, seconds * 1_000L));
  }

  private WorkerId registersAt(int seconds) {
    Command register =
        new Command.RegisterWorker(
            "w", "h", WorkerKind.CLIENT, new TreeSet<>(), null, null, null, Yard.TOKEN);
    return ((Outcome.Registered) at(seconds, register).outcome()).worker();
  }

  /** The first was heard of after the second, so the second is lost first: 31 s, 32 s. */
  @Test
  void deadlinesThatAreLookedAtLateAreMetInTheirOwnOrder() {
    WorkerId first = registersAt(0);
    WorkerId second = registersAt(1);
    at(2, new Command.Heartbeat(first, Yard.TOKEN));
    assertThat(at(60, new Command.Tick()).events())
        .map(event -> ((Event.WorkerRemoved) event).worker())
        .containsExactly(second, first);
  }

  @Test
  void aStrangersCallDoesNotEndAnAskThatIsOverdue() {
    WorkerId worker = registersAt(0);
    at(0, new Command.Acquire(worker, Yard.TOKEN, 1, SECOND));
    Decision decision = at(2, new Command.Heartbeat(worker, "not its token"));
    assertThat(decision.events()).isEmpty();
    assertThat(decision.deliveries()).isEmpty();
    assertThat(at(2, new Command.Tick()).deliveries()).hasSize(1);
  }

  @Test
  void aRunThatIsCalledAsAWorkerIsHasADeadlineOfItsOwn() {
    RunId run = yard.submit(pipeline("w", task("a")).timeout(LOST));
    WorkerId worker = yard.client("w");
    assertThat(run.toString()).isEqualTo(worker.toString()).isEqualTo("w-1");
    yard.after(LOST);
    assertThat(yard.run(run).state()).isEqualTo(RunState.CANCELLED);
    assertThat(yard.isThere(worker)).isFalse();
  }

  /** It asked when the service stopped, which is stored nowhere, so nobody may hold it late. */
  @Test
  void whoeverWasIdleHasTheWholeGraceAfterARestart() {
    WorkerId busy = yard.client("busy");
    WorkerId idle = yard.client("idle");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).askWithin(SECOND)));
    yard.asks(busy, idle).completesAndAsks(idle).after(SECOND.multipliedBy(10));
    yard.restart().after(SECOND.minusMillis(1)).asks(idle);
    assertThat(yard.taskOf(idle)).contains("a");
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
  }
}
