package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.SharesView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a budget: used + idle + kept + free. */
class SharesTest {

  private static final Duration FAIR = SchedulerSettings.DEFAULTS.fairAfter();

  private final Yard yard = new Yard();

  private SharesView shares(RunId... runs) {
    return yard.scheduler().shares(List.of(runs), yard.now());
  }

  private ResourceShare only(RunId run) {
    List<ResourceShare> shares = shares(run).runs().get(run);
    assertThat(shares).hasSize(1);
    return shares.getFirst();
  }

  @Test
  void nobodyIsThere() {
    yard.serviceBudget("cpu", 4);

    assertThat(shares().service()).containsExactly(new ResourceShare("cpu", 4L, 0, 0, 0, 4L));
    assertThat(shares().workersRegistered()).isZero();
  }

  /** Semantics §7: cpu 4; a (cpu 1) feeds x (cpu 1), whose worker waits for more. */
  @Test
  void whoWaitsForABlockHoldsWhatIsIdle() {
    WorkerId[] w = yard.clients(2);
    RunId run =
        yard.submit(
            pipeline(
                    "demo",
                    task("a").blocks(2).requires("cpu", 1),
                    task("x").blocks(2).requires("cpu", 1).matching("a"))
                .budget("cpu", 4));
    yard.asks(w[0]).completesAndAsks(w[0]);
    yard.asks(w[1]);
    assertThat(only(run)).isEqualTo(new ResourceShare("cpu", 4L, 2, 0, 0, 2L));

    yard.completesAndAsks(w[1]);

    assertThat(only(run)).isEqualTo(new ResourceShare("cpu", 4L, 1, 1, 0, 2L));
    assertThat(shares().workersRegistered()).isEqualTo(2);
    assertThat(shares().workersBound()).isEqualTo(2);
  }

  /** A task that needs 2 of 2 has waited for long, and a worker that could do it asks. */
  @Test
  void whatIsKeptForWhoHasWaitedLongIsNotFree() {
    yard.serviceBudget("cpu", 2);
    WorkerId busy = yard.client("busy");
    WorkerId free = yard.client("free");
    yard.submit(pipeline("one", task("a").requires("cpu", 1)));
    yard.asks(busy);
    yard.submit(pipeline("two", task("b").requires("cpu", 2)));
    yard.asks(free);
    assertThat(shares().service()).containsExactly(new ResourceShare("cpu", 2L, 1, 0, 0, 1L));

    yard.after(FAIR);

    assertThat(shares().service())
        .as("only what is there can be kept")
        .containsExactly(new ResourceShare("cpu", 2L, 1, 0, 1, 0L));
    assertThat(shares().workersBound()).isEqualTo(1);
  }

  @Test
  void whatTheServiceDoesNotBoundIsShownAsUsed() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("demo", task("a").requires("gpu", 3)).budget("gpu", 4));
    yard.asks(worker);

    assertThat(only(run)).isEqualTo(new ResourceShare("gpu", 4L, 3, 0, 0, 1L));
    assertThat(shares().service()).containsExactly(new ResourceShare("gpu", null, 3, 0, 0, null));
  }

  /** Lowering a budget below its use kills nobody (I4). */
  @Test
  void aBudgetBelowItsUseHasLessThanNothingFree() {
    yard.serviceBudget("cpu", 3);
    WorkerId worker = yard.client("w");
    yard.submit(pipeline("demo", task("a").requires("cpu", 3)));
    yard.asks(worker);
    yard.serviceBudget("cpu", 1);

    assertThat(shares().service()).containsExactly(new ResourceShare("cpu", 1L, 3, 0, 0, -2L));
  }

  @Test
  void aRunThatIsNotThereHasNoShares() {
    assertThat(shares(new RunId("nope-1")).runs()).isEmpty();
  }
}
