package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code worker}: command workers in a process of their own. */
class RemoteWorkerIT {

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Service service() {
    return Service.start(
        workshop,
        workshop.directory(),
        "--yardmaster.workers.embedded.count=0",
        "--yardmaster.workers.lost-after=10s");
  }

  private Program worker(Service service, String host, String tags, int slots) {
    List<String> arguments = new ArrayList<>(List.of("worker", "--server"));
    arguments.add(service.uri().toString());
    arguments.addAll(List.of("--host", host, "--tags", tags));
    arguments.addAll(List.of("--slots", Integer.toString(slots)));
    return workshop.start(
        workshop.directory(), Map.of(), Project.yardmaster(arguments.toArray(String[]::new)));
  }

  @Test
  void aWorkerForEachSlotOffersItsTagsOnItsHost() {
    Service service = service();
    worker(service, "tower", "linux,gpu", 3);

    await("three workers")
        .atMost(Program.PATIENCE)
        .until(() -> service.api().get("/api/v1/workers").ok().path("workers").size() == 3);
    assertThat(service.api().get("/api/v1/workers").ok().path("workers"))
        .allSatisfy(
            worker -> {
              assertThat(worker.path("host").asString()).isEqualTo("tower");
              assertThat(worker.path("tags").toString()).isEqualTo("[\"gpu\",\"linux\"]");
            });
  }

  @Test
  void toldToStopItFinishesItsBlockTakesNoNewOneAndLeavesClean() {
    Service service = service();
    Program worker = worker(service, "tower", "gpu", 1);
    String run =
        service
            .api()
            .submit(
                """
                name: polite
                tasks:
                  - id: t
                    blocks: 3
                    tags: [gpu]
                    command: [sh, -c, 'touch began; while [ ! -e go ]; do sleep 0.1; done']
                """,
                workshop.directory());
    await("a block has begun")
        .atMost(Program.PATIENCE)
        .until(() -> Files.exists(workshop.directory().resolve("began")));
    worker.terminate();
    worker.awaitOut("finishing the blocks in hand");
    workshop.write("go", "");

    worker.ends(0);
    RunPicture left = service.api().run(run);
    assertThat(left.task("t").counter("completed")).isEqualTo(1);
    assertThat(left.task("t").counter("failed")).isZero();
    assertThat(left.task("t").counter("worker_failures")).isZero();
    assertThat(service.api().get("/api/v1/workers").ok().path("workers")).isEmpty();
  }

  @Test
  void itWaitsForAServiceThatIsAwayAndGoesOn() {
    Service service = service();
    worker(service, "tower", "gpu", 1);
    String pipeline =
        """
        name: patient
        tasks:
          - {id: t, blocks: 4, tags: [gpu], command: [sh, -c, 'sleep 0.2']}
        """;
    assertThat(service.api().ended(service.api().submit(pipeline, workshop.directory())).state())
        .isEqualTo("succeeded");
    service.kill();
    service.startAgain();

    RunPicture second = service.api().ended(service.api().submit(pipeline, workshop.directory()));

    assertThat(second.state()).isEqualTo("succeeded");
    assertThat(second.task("t").counter("worker_failures")).isZero();
  }
}
