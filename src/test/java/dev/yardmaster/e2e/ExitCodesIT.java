package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each command tells the shell: 0 succeeded, 1 failed, 2 bad input, 3 cancelled. */
@ExtendWith(SharedService.class)
class ExitCodesIT {

  private static final String GOOD =
      """
      name: good
      tasks:
        - id: greet
          blocks: 3
          command: [sh, -c, "test $YARDMASTER_BLOCK -lt 3"]
      """;

  private static final String BROKEN =
      """
      name: broken
      tasks:
        - id: open
          blocks: 2
          max_retries: 0
          command: [sh, -c, "echo the file tile-$YARDMASTER_BLOCK is not there >&2; exit 5"]
      """;

  private static final String WRONG =
      """
      name: wrong
      resources: {gpu: 1}
      tasks:
        - id: first
          blocks: -1
          max_workers: 0
          after: [{task: second, blocks: all}]
        - id: second
          blocks: 1
          speed: high
          requires: {gpu: 8}
          after: [{task: first, blocks: all}]
      """;

  /** Waits for client workers, of which there are none. */
  private static final String WAITING =
      """
      name: %s
      tasks:
        - id: count
          blocks: 4
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Program yardmaster(Service service, String... arguments) {
    Stream<String> server = Stream.of("--server", service.uri().toString());
    return workshop.yardmaster(Stream.concat(Stream.of(arguments), server).toArray(String[]::new));
  }

  @Test
  void aPipelineIsValidatedWithoutAService() {
    workshop.write("good.yaml", GOOD);

    Program validate = workshop.yardmaster("validate", "good.yaml").ends(0);

    assertThat(validate.out()).contains("good is valid: 1 task, 3 blocks");
  }

  @Test
  void everythingThatIsWrongWithAPipelineIsSaidAtOnce() {
    workshop.write("wrong.yaml", WRONG);

    Program validate = workshop.yardmaster("validate", "wrong.yaml");
    Program run = workshop.yardmaster("run", "wrong.yaml");

    for (Program program : new Program[] {validate.ends(2), run.ends(2)}) {
      assertThat(program.err())
          .contains("/tasks/0/blocks", "[negative]")
          .contains("/tasks/0/max_workers", "[too_small]")
          .contains("/tasks/1/speed", "[unknown_field]")
          .contains("task \"second\" requires {gpu: 8} but the run's budget only has {gpu: 1}")
          .contains("[cycle]")
          .doesNotContain("Exception");
    }
    assertThat(workshop.directory().resolve(".yardmaster")).doesNotExist();
  }

  @Test
  void whatIsNoCommandLineIsSaidInALineOrTwo() {
    Program noFile = workshop.yardmaster("run", "absent.yaml");
    Program noCommand = workshop.yardmaster("rum", "absent.yaml");
    Program noOption = workshop.yardmaster("run", "absent.yaml", "--sever", "http://127.0.0.1:1");

    assertThat(noFile.ends(2).err()).contains("absent.yaml: no such file");
    assertThat(noCommand.ends(2).err()).contains("rum", "run");
    assertThat(noOption.ends(2).err()).contains("--sever", "--server");
  }

  @Test
  void aRunOnAServiceThatSucceedsEndsWithZero(Service service) {
    workshop.write("good.yaml", GOOD);

    Program run = yardmaster(service, "run", "good.yaml").ends(0);

    String name = run.awaitOut("^(good-\\d+): 1 task, 3 blocks$").group(1);
    assertThat(run.out()).contains(name + " succeeded", "3 of 3 blocks completed");
    assertThat(yardmaster(service, "wait", name).ends(0).out()).contains(name + " succeeded");
    assertThat(yardmaster(service, "explain", name).ends(0).out()).contains("greet 3/3, done");
    assertThat(yardmaster(service, "cancel", name).ends(0).out()).contains("ended already");
  }

  @Test
  void aRunOnAServiceThatFailsEndsWithOneAndSaysWhy(Service service) {
    workshop.write("broken.yaml", BROKEN);

    Program run = yardmaster(service, "run", "broken.yaml").ends(1);

    String name = run.awaitOut("^(broken-\\d+): 1 task, 2 blocks$").group(1);
    assertThat(run.out())
        .contains(name + " failed", "0 of 2 blocks completed")
        .contains("the file tile-0 is not there");
    assertThat(yardmaster(service, "wait", name).ends(1).out()).contains("is not there");
    assertThat(yardmaster(service, "explain", name).ends(1).out()).contains("2 failed");
  }

  /** Nobody has started a service: {@code run} does it inside. */
  @Test
  void aRunWithTheServiceInsideThatFailsSaysWhyAndKeepsItsDatabase() {
    workshop.write("broken.yaml", BROKEN);

    Program run = workshop.yardmaster("run", "broken.yaml").ends(1);

    assertThat(run.out())
        .contains("broken-1 failed", "the file tile-0 is not there", "What to do")
        .contains("server --data-dir " + workshop.directory().resolve(".yardmaster"));
  }

  @Test
  void whoeverWatchesACancelledRunEndsWithThree(Service service) {
    workshop.write("waiting.yaml", WAITING.formatted("to-be-cancelled"));
    Program run = yardmaster(service, "run", "waiting.yaml");
    String name = run.awaitOut("^(to-be-cancelled-\\d+): 1 task, 4 blocks$").group(1);
    Program wait = yardmaster(service, "wait", name);

    Program explain = yardmaster(service, "explain", name).ends(0);
    assertThat(explain.out()).contains(name + " is running", "count 0/4, no worker; it waits:");
    assertThat(service.api().run(name).task("count").waitingFor())
        .containsExactly("no_worker_with_tags");

    Program cancel = yardmaster(service, "cancel", name).ends(3);

    assertThat(cancel.out()).contains(name + " was cancelled");
    assertThat(run.ends(3).out()).contains(name + " was cancelled", "4 blocks were not completed");
    assertThat(wait.ends(3).out()).contains(name + " was cancelled");
    assertThat(yardmaster(service, "explain", name).ends(3).out()).contains("4 orphaned");
  }

  @Test
  void ctrlCOnARunOnAServiceCancelsItThere(Service service) {
    workshop.write("waiting.yaml", WAITING.formatted("to-be-stopped"));
    Program run = yardmaster(service, "run", "waiting.yaml");
    String name = run.awaitOut("^(to-be-stopped-\\d+): 1 task, 4 blocks$").group(1);

    run.pressCtrlC();

    assertThat(run.ends(3).out()).contains("Ctrl-C: cancelling " + name);
    assertThat(service.api().run(name).state()).isEqualTo("cancelled");
  }

  @Test
  void ctrlCOnAWaitLeavesTheRunAlone(Service service) {
    String name = service.api().submit(WAITING.formatted("to-be-left-alone"));
    Program wait = yardmaster(service, "wait", name, "--progress", "lines");
    wait.awaitOut("no block has ended for a while");

    wait.pressCtrlC();

    wait.ends(130);
    assertThat(service.api().run(name).state()).isEqualTo("running");
    yardmaster(service, "cancel", name).ends(3);
  }

  @Test
  void whereThereIsNoServiceOneIsToldHowToStartIt(Service service) {
    Program nowhere = workshop.yardmaster("wait", "good-1", "--server", "http://127.0.0.1:1");
    Program unknown = yardmaster(service, "wait", "never-heard-of-1");

    assertThat(nowhere.ends(1).err()).contains("http://127.0.0.1:1", "\"server\"");
    assertThat(unknown.ends(2).err()).contains("never-heard-of-1");
  }

  @Test
  void aRunThatIsWatchedByNobodyCanBeWaitedForLater(Service service) {
    String name = service.api().submit(GOOD.replace("name: good", "name: unwatched"));

    yardmaster(service, "wait", name).ends(0);

    await().until(() -> service.api().run(name).state().equals("succeeded"));
  }
}
