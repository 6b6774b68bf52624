package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers that are started for a binding: they are alive from the launch on (semantics §1, §8). */
class LaunchersTest {

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void aLaunchIsAStartAndTakesItsAmountsAtOnce() {
    yard.launcher("cloud", 4);
    TaskBuilder a = task("a").blocks(4).maxWorkers(4).requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 2));
    assertThat(yard.launches()).hasSize(2);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(2);
    assertThat(yard.used(run, "gpu")).isEqualTo(2);
    assertThat(yard.task(run, "a").idle()).isZero();
  }

  @Test
  void noMoreAreLaunchedThanThereAreReadyBlocks() {
    yard.launcher("cloud", 10);
    RunId run = yard.submit(pipeline("p", task("a").blocks(3).maxWorkers(10)));
    assertThat(yard.launches()).hasSize(3);
    assertThat(yard.waiting(run, "a")).isEmpty();
  }

  @Test
  void aLaunchedWorkerGoesToTheTaskItWasStartedFor() {
    yard.launcher("cloud", 2);
    RunId run = yard.submit(pipeline("p", task("a").maxWorkers(2), task("b").maxWorkers(2)));
    WorkerId second = yard.comesUp(yard.launches().getLast());
    yard.asks(second);
    assertThat(yard.taskOf(second)).contains("b");
    assertThat(yard.counters(run, "b").workerStarts()).isEqualTo(1);
    yard.completes(second);
    assertThat(yard.counters(run, "b").completed()).isEqualTo(1);
  }

  @Test
  void oneWhoAsksIsPreferredToALaunch() {
    WorkerId worker = yard.client("w");
    yard.asks(worker).launcher("cloud", 2);
    yard.submit(pipeline("p", task("a").blocks(1).maxWorkers(2)));
    assertThat(yard.taskOf(worker)).contains("a");
    assertThat(yard.launches()).isEmpty();
  }

  @Test
  void aLauncherStartsOnlyWhatItsWorkersMayServe() {
    yard.launcher("cloud", 4, "linux");
    yard.submit(pipeline("p", task("a").tags("gpu"), task("b").tags("linux"), task("c").stream()));
    assertThat(yard.launches()).hasSize(1);
    assertThat(yard.count(Event.BindingLaunched.class)).isOne();
  }

  @Test
  void capacityIsFreeAgainWhenALaunchIsOver() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    WorkerId first = yard.comesUp(yard.launches().getFirst());
    yard.asks(first);
    assertThat(yard.launches()).isEmpty();
    yard.leaves(first);
    assertThat(yard.launches()).hasSize(1);
    assertThat(yard.peak(run, "a")).isEqualTo(1);
  }

  @Test
  void whoComesUpForAFinishedTaskIsToldToGoAndItsAmountsAreFree() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").requires("gpu", 1)).budget("gpu", 1));
    BindingId launch = yard.launches().getFirst();
    yard.cancel(run);
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
    assertThat(yard.registersFor(launch)).isEqualTo(new Outcome.LaunchOver());
    assertThat(yard.used(run, "gpu")).isZero();
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
  }

  @Test
  void whoComesUpTooLateIsToldToGo() {
    yard.launcher("cloud", 1);
    yard.submit(pipeline("p", task("a")));
    BindingId late = yard.launches().getFirst();
    yard.after(SchedulerSettings.DEFAULTS.startTimeout());
    assertThat(yard.registersFor(late)).isEqualTo(new Outcome.LaunchOver());
  }

  @Test
  void aSecondRegistrationForOneLaunchIsToldToGo() {
    yard.launcher("cloud", 1);
    yard.submit(pipeline("p", task("a")));
    BindingId launch = yard.launches().getFirst();
    yard.comesUp(launch);
    assertThat(yard.registersFor(launch)).isEqualTo(new Outcome.LaunchOver());
  }

  /** What was launched and never came up does not hold a cancelled run's gpu for ever. */
  @Test
  void aLaunchOfACancelledRunIsFreeAfterItsStartTimeout() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").requires("gpu", 1)).budget("gpu", 1));
    yard.cancel(run);
    yard.after(SchedulerSettings.DEFAULTS.startTimeout().minusMillis(1));
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
    yard.after(Duration.ofMillis(1));
    assertThat(yard.used(run, "gpu")).isZero();
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
  }

  @Test
  void aLaunchedWorkerThatComesUpButNeverAsksIsDirty() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").askWithin(Duration.ofMinutes(1))));
    WorkerId worker = yard.comesUp(yard.launches().getFirst());
    yard.staysAlive(Duration.ofMinutes(1), worker);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
    assertThat(yard.counters(run, "a").ready()).isEqualTo(1);
  }

  @Test
  void aWithdrawnLauncherStartsNoMoreButKeepsWhatItStarted() {
    yard.launcher("cloud", 2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(4).maxWorkers(4)));
    yard.execute(new Command.WithdrawLauncher("cloud"));
    yard.launchEnds(yard.launches().getFirst(), true);
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    WorkerId worker = yard.comesUp(yard.launches().getFirst());
    yard.work(run, worker);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void aLauncherThatIsWithdrawnAndOfferedAgainRemembersWhatItHasOut() {
    yard.launcher("cloud", 2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(9)));
    yard.execute(new Command.WithdrawLauncher("cloud"));
    yard.launcher("cloud", 3);
    assertThat(yard.alive(run, "a")).isEqualTo(3);
    assertThat(yard.launches()).hasSize(3);
  }
}
