package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which worker may serve which task, and which of several does (semantics §8). */
class PlacementTest {

  @RegisterExtension final Yard yard = new Yard();

  // --- may it at all ----------------------------------------------------------------------------

  @Test
  void aWorkerNeedsAllTagsOfTheTaskAndMayHaveMore() {
    WorkerId some = yard.client("some", "h1", "linux");
    WorkerId all = yard.client("all", "h2", "big", "gpu", "linux");
    yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).tags("gpu", "linux")));
    yard.asks(some, all);
    assertThat(yard.taskOf(some)).isEmpty();
    assertThat(yard.taskOf(all)).contains("a");
  }

  @Test
  void aTaskWithACommandNeedsACommandWorkerAndOneWithoutAClient() {
    WorkerId client = yard.client("client");
    WorkerId commander = yard.commander("commander", "h");
    yard.submit(pipeline("p", task("command").blocks(2).maxWorkers(2).stream()));
    yard.asks(client, commander);
    assertThat(yard.taskOf(client)).isEmpty();
    assertThat(yard.taskOf(commander)).contains("command");
    yard.submit(pipeline("p", task("own").blocks(2).maxWorkers(2)));
    assertThat(yard.taskOf(client)).contains("own");
  }

  @Test
  void aReservedWorkerServesItsRunAlone() {
    RunId other = yard.submit(pipeline("p", task("a")));
    RunId own = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    WorkerId worker = yard.reserved("w", own, null);
    yard.asks(worker);
    assertThat(yard.alive(own, "a")).isEqualTo(1);
    assertThat(yard.alive(other, "a")).isZero();
    yard.cancel(own);
    yard.asks(worker).asks(worker);
    assertThat(yard.taskOf(worker)).isEmpty();
  }

  @Test
  void aReservedWorkerServesItsTaskAlone() {
    RunId run = yard.submit(pipeline("p", task("a"), task("b").blocks(2)));
    WorkerId worker = yard.reserved("w", run, "b");
    yard.asks(worker);
    assertThat(yard.taskOf(worker)).contains("b");
  }

  @Test
  void aWorkerForARunThatDoesNotExistIsToldSo() {
    RunId unknown = new RunId("p-9");
    Command command =
        new Command.RegisterWorker(
            "w", "h", WorkerKind.CLIENT, new TreeSet<>(), unknown, null, null, Yard.TOKEN);
    assertThat(yard.execute(command)).isEqualTo(new Outcome.UnknownRun(unknown));
  }

  // --- which of several -------------------------------------------------------------------------

  @Test
  void theHostWithTheFewestBoundWorkersComesFirst() {
    WorkerId busy = yard.client("busy", "h1");
    WorkerId next = yard.client("next", "h1");
    WorkerId elsewhere = yard.client("elsewhere", "h2", "rare");
    yard.submit(pipeline("p", task("first")));
    yard.asks(busy).asks(next, elsewhere);
    yard.submit(pipeline("p", task("second")));
    assertThat(yard.taskOf(elsewhere)).contains("second");
  }

  @Test
  void thenTheOneWithTheFewestTagsToWaste() {
    WorkerId rare = yard.client("rare", "h1", "gpu", "linux");
    WorkerId plain = yard.client("plain", "h2", "linux");
    yard.asks(rare, plain);
    yard.submit(pipeline("p", task("a").tags("linux")));
    assertThat(yard.taskOf(plain)).contains("a");
    assertThat(yard.taskOf(rare)).isEmpty();
  }

  @Test
  void thenTheOneThatRegisteredFirstWhoeverAskedFirst() {
    WorkerId first = yard.client("z", "h2");
    WorkerId second = yard.client("a", "h1");
    yard.asks(second, first);
    yard.submit(pipeline("p", task("a")));
    assertThat(yard.taskOf(first)).contains("a");
  }

  @Test
  void workersAreSpreadOverHosts() {
    WorkerId[] workers = {
      yard.client("w1", "h1"), yard.client("w2", "h1"), yard.client("w3", "h2")
    };
    yard.asks(workers);
    yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    assertThat(yard.taskOf(workers[0])).contains("a");
    assertThat(yard.taskOf(workers[1])).isEmpty();
    assertThat(yard.taskOf(workers[2])).contains("a");
  }
}
