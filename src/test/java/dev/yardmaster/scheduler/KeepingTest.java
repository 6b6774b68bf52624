package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept for a waiting task is kept no longer than it waits (semantics §7). */
class KeepingTest {

  private static final Duration FAIR = SchedulerSettings.DEFAULTS.fairAfter();

  private static final Duration ASK = Duration.ofSeconds(5);

  private final Yard yard = new Yard();

  @Test
  void whatWasKeptForACancelledRunIsLeftToOthersAtOnce() {
    yard.serviceBudget("cpu", 2);
    WorkerId busy = yard.client("busy");
    WorkerId free = yard.client("free");
    yard.submit(pipeline("one", task("a").requires("cpu", 1)));
    yard.asks(busy);
    RunId big = yard.submit(pipeline("two", task("b").requires("cpu", 2)));
    yard.asks(free).after(FAIR);
    yard.submit(pipeline("three", task("c").requires("cpu", 1)));
    assertThat(yard.taskOf(free)).isEmpty();
    yard.cancel(big);
    assertThat(yard.taskOf(free)).contains("c");
  }

  /** The only client that could do it asked once and never again. */
  @Test
  void whatWasKeptWhileAWorkerWasInSightIsLeftToOthersWhenItIsNot() {
    yard.serviceBudget("cpu", 2);
    WorkerId client = yard.client("client");
    WorkerId commander = yard.commander("commander", "h");
    yard.asksOnce(client);
    yard.submit(pipeline("one", task("a").requires("cpu", 2).askWithin(ASK)));
    yard.submit(pipeline("two", task("b").requires("cpu", 2).perBlock()));
    yard.after(FAIR).asks(commander);
    assertThat(yard.taskOf(commander)).isEmpty();
    yard.after(ASK.minus(FAIR));
    assertThat(yard.taskOf(commander)).contains("b");
  }

  /** It was to go to the waiting task, but says only that it is alive: another has to go. */
  @Test
  void whoWasRetiredAndNeverAsksAgainIsNotWaitedForForEver() {
    WorkerId[] w = yard.clients(2);
    yard.submit(pipeline("one", task("a").blocks(1_000).maxWorkers(2)));
    yard.asks(w);
    yard.submit(pipeline("two", task("b").askWithin(ASK)));
    yard.staysAlive(FAIR, w);
    yard.completesAndAsks(w[0]);
    assertThat(yard.endedReason(w[0])).contains("makes room for two-1/b");
    yard.staysAlive(ASK.minusMillis(1), w);
    yard.completesAndAsks(w[1]);
    assertThat(yard.taskOf(w[1])).contains("a");

    yard.staysAlive(Duration.ofMillis(1), w);
    yard.completesAndAsks(w[1]);

    assertThat(yard.endedReason(w[1])).contains("makes room for two-1/b");
    yard.asks(w[1]);
    assertThat(yard.taskOf(w[1])).contains("b");
  }

  @Test
  void nobodyGivesWayToATaskThatHasJustGotWhatItWanted() {
    WorkerId[] w = yard.clients(3);
    yard.submit(pipeline("chain", task("up").blocks(2), task("down").blocks(2).matching("up")));
    yard.asks(w[0]).completesAndAsks(w[0]);
    yard.asks(w[1]).completesAndAsks(w[1]).after(SchedulerSettings.DEFAULTS.idleGrace());
    yard.asks(w[2], 2);
    yard.submit(pipeline("pair", task("a").blocks(2).maxWorkers(2)));
    assertThat(yard.blocksOf(w[2])).hasSize(2);
    assertThat(yard.taskOf(w[1])).contains("down");
  }

  /** Room was made for its first worker; the gpu that a second one lacks is nobody's promise. */
  @Test
  void aPromiseEndsWithTheStartItWasFor() {
    WorkerId w1 = yard.client("w1");
    WorkerId w2 = yard.client("w2");
    WorkerId w3 = yard.client("w3");
    yard.submit(pipeline("chain", task("up").blocks(2), task("down").blocks(2).matching("up")));
    yard.asks(w1).completesAndAsks(w1);
    yard.asks(w2).completesAndAsks(w2);
    yard.submit(
        pipeline("gpus", task("a").blocks(4).requires("gpu", 1).maxWorkers(2)).budget("gpu", 1));
    yard.asks(w2);
    assertThat(yard.taskOf(w2)).contains("a");
    yard.submit(pipeline("later", task("b")));
    yard.asks(w3);
    assertThat(yard.taskOf(w3)).contains("b");
  }
}
