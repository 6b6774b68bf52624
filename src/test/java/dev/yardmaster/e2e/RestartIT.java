package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Semantics §10 with real processes: the service is killed with -9 while three runs are worked on,
 * by client workers that keep a list of their own, by command workers inside, and by the example of
 * a client in Python. It is started again and goes on, and in the end every block is counted once.
 */
class RestartIT {

  private static final int KILLS = 3;
  private static final int LOAD_WORKERS = 4;
  private static final int LOAD_BLOCKS = 3_000;
  private static final int COMMAND_BLOCKS = 300;

  private static final String LOAD =
      """
      name: load
      tasks:
        - {id: first, blocks: %1$d, max_workers: 4, tags: [load]}
        - {id: second, blocks: %1$d, max_workers: 4, tags: [load], after: [{task: first}]}
      """
          .formatted(LOAD_BLOCKS);

  /** The block in hand when the service dies has failed with its worker, and is done again. */
  private static final String COMMANDS =
      """
      name: commands
      tasks:
        - id: note
          blocks: %d
          max_retries: %d
          mode: stream
          command: [python3, note.py]
      """
          .formatted(COMMAND_BLOCKS, KILLS);

  private static final String NOTE =
      """
      import json, sys, time
      for line in sys.stdin:
          time.sleep(0.02)
          with open("noted", "a") as noted:
              noted.write("%d\\n" % json.loads(line)["block"])
          print('{"ok": true}', flush=True)
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private final Ledger ledger = new Ledger();
  private final List<LoadWorker> workers = new ArrayList<>();

  private Service start() {
    workshop.write("note.py", NOTE);
    return Service.start(
        workshop,
        workshop.directory(),
        "--yardmaster.workers.embedded.count=1",
        "--yardmaster.workers.lost-after=10s");
  }

  private void startWorkers(Service service, String load, Random random) {
    for (int number = 1; number <= LOAD_WORKERS; number++) {
      Random own = new Random(random.nextLong());
      workers.add(new LoadWorker(service.api(), "load-" + number, load, "load", ledger, own));
    }
    workers.forEach(worker -> Thread.ofVirtual().start(worker));
    String program = Project.examples().resolve("client/worker.py").toString();
    List<String> command = List.of("python3", program, service.uri().toString());
    workshop.start(workshop.directory(), Map.of(), command);
  }

  /** When so many blocks were accepted; the service is in the middle of others. */
  private void killAfter(Service service, String run, int blocks) {
    await()
        .atMost(Program.PATIENCE)
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(() -> ledger.size() >= blocks || !ledger.violations().isEmpty());
    service.kill();
    Map<String, Long> acceptedBefore = ledger.sizes();

    service.startAgain();

    RunPicture now = service.api().run(run);
    acceptedBefore.forEach(
        (task, accepted) ->
            assertThat(now.task(task).counter("completed"))
                .as("completed blocks of %s, after %d were accepted", task, accepted)
                .isGreaterThanOrEqualTo(accepted));
    for (String task : List.of("first", "second")) {
      assertThat(now.task(task).sumOfBlocks()).isEqualTo(LOAD_BLOCKS);
    }
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void whatWasAcceptedBeforeAKillIsDoneAndAllElseGoesOn() throws IOException {
    long seed = Long.getLong("yardmaster.seed", System.nanoTime());
    System.out.println("RestartIT: -Dyardmaster.seed=" + seed + " repeats these moments");
    Random random = new Random(seed);
    Service service = start();
    Api api = service.api();
    String load = api.submit(LOAD);
    String commands = api.submit(COMMANDS, workshop.directory());
    String primes =
        api.submit(Files.readString(Project.examples().resolve("client/pipeline.yaml")));
    startWorkers(service, load, random);

    int share = 2 * LOAD_BLOCKS / (KILLS + 1);
    for (int kill = 0; kill < KILLS; kill++) {
      killAfter(service, load, share * kill + share / 2 + random.nextInt(share));
    }

    RunPicture loaded = api.ended(load);
    workers.forEach(LoadWorker::stop);
    assertThat(ledger.violations()).as("seed " + seed).isEmpty();
    assertEveryBlockCountedOnce(loaded);
    assertCommandsWentOn(api.ended(commands));
    RunPicture counted = api.ended(primes);
    assertThat(counted.state()).isEqualTo("succeeded");
    assertThat(counted.task("count").counter("completed")).isEqualTo(40);
    assertThat(counted.task("count").counter("worker_failures")).isZero();
  }

  private void assertEveryBlockCountedOnce(RunPicture run) {
    assertThat(run.state()).as(run.toString()).isEqualTo("succeeded");
    for (String task : List.of("first", "second")) {
      assertThat(ledger.sizes().get(task)).isEqualTo(LOAD_BLOCKS);
      assertThat(run.task(task).counter("total")).isEqualTo(LOAD_BLOCKS);
      assertThat(run.task(task).counter("completed")).isEqualTo(LOAD_BLOCKS);
      assertThat(run.task(task).counter("failed")).isZero();
      assertThat(run.task(task).counter("worker_failures")).isZero();
    }
  }

  /** A kill costs the command worker, and a second execution of what it had in its hands. */
  private void assertCommandsWentOn(RunPicture run) {
    assertThat(run.state()).as(run.toString()).isEqualTo("succeeded");
    assertThat(run.task("note").counter("completed")).isEqualTo(COMMAND_BLOCKS);
    assertThat(run.task("note").counter("worker_failures")).isLessThanOrEqualTo(KILLS);
    List<Long> noted = Processes.pidsIn(workshop.directory().resolve("noted"));
    assertThat(new HashSet<>(noted)).hasSize(COMMAND_BLOCKS);
    assertThat(noted).hasSizeLessThanOrEqualTo(COMMAND_BLOCKS + KILLS);
  }
}
