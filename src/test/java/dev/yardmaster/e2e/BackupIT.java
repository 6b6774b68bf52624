package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.testing.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Backup and restore as docs/durability.md tells it: a service that was made again from a backup
 * knows what was known then, and carries the run on from there to its right end.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class BackupIT {

  private static final int BLOCKS = 60;

  private static final String PIPELINE =
      """
      name: archive
      tasks:
        - {id: convert, blocks: %d, command: [sleep, "0.2"]}
        - {id: index, blocks: 1, after: [{task: convert, blocks: all}], command: ["true"]}
      """
          .formatted(BLOCKS);

  private static final String ONE_WORKER = "--yardmaster.workers.embedded.count=1";

  @RegisterExtension private final Workshop workshop = new Workshop();

  @Test
  void theCopyOfAStoppedServicesFileIsABackup() throws IOException {
    Service service = Service.start(workshop, folder("original"), ONE_WORKER);
    String run = service.api().submit(PIPELINE, workshop.directory());
    awaitCompleted(service, run, 3);
    service.program().terminate();
    assertThat(service.program().awaitExit()).isZero();
    Path copy = Files.createDirectories(folder("restored").resolve("data"));
    Files.copy(
        folder("original").resolve("data/yardmaster.mv.db"), copy.resolve("yardmaster.mv.db"));

    service.startAgain();
    RunPicture ended = service.api().ended(run);
    assertComplete(ended);
    service.kill();

    Service restored =
        Service.start(workshop, folder("restored"), "--yardmaster.workers.embedded.count=0");
    assertCarriedOn(restored.api().run(run));
    restored.program().terminate();
    assertThat(restored.program().awaitExit()).isZero();
    restored.set("yardmaster.workers.embedded.count", "1");
    restored.startAgain();
    assertComplete(restored.api().ended(run));
  }

  @Test
  void aDumpOfPostgresqlUnderLoadIsABackup() throws IOException {
    try (PostgresServer server = PostgresServer.start()) {
      String url = server.newDatabase();
      Service service =
          Service.start(workshop, folder("original"), "--spring.datasource.url=" + url, ONE_WORKER);
      String run = service.api().submit(PIPELINE, workshop.directory());
      awaitCompleted(service, run, 3);

      Path dump = server.dump(url);
      RunPicture ended = service.api().ended(run);
      assertComplete(ended);
      service.kill();
      String other = server.newDatabase();
      server.restore(dump, other);

      Service restored =
          Service.start(
              workshop,
              folder("restored"),
              "--spring.datasource.url=" + other,
              "--yardmaster.workers.embedded.count=0");
      assertCarriedOn(restored.api().run(run));
      // The worker that had a block at the time of the dump is gone: lost once, and its block
      // again.
      restored.program().terminate();
      assertThat(restored.program().awaitExit()).isZero();
      restored.set("yardmaster.workers.embedded.count", "1");
      restored.set("yardmaster.workers.lost-after", "6s");
      restored.startAgain();
      RunPicture again = restored.api().ended(run);
      assertThat(again.state()).isEqualTo("succeeded");
      assertThat(again.task("convert").counter("completed")).isEqualTo(BLOCKS);
      assertThat(again.task("convert").counter("worker_failures")).isLessThanOrEqualTo(1);
    }
  }

  private Path folder(String name) {
    try {
      return Files.createDirectories(workshop.directory().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitCompleted(Service service, String run, int blocks) {
    await("blocks are done")
        .atMost(Program.PATIENCE)
        .until(() -> service.api().run(run).task("convert").counter("completed") >= blocks);
  }

  /** What was known when the backup was made: some of it done, not all. */
  private static void assertCarriedOn(RunPicture run) {
    assertThat(run.state()).isEqualTo("running");
    assertThat(run.task("convert").counter("completed")).isBetween(3L, BLOCKS - 1L);
    assertThat(run.task("convert").counter("failed")).isZero();
  }

  private static void assertComplete(RunPicture run) {
    assertThat(run.state()).as(run.toString()).isEqualTo("succeeded");
    assertThat(run.task("convert").counter("completed")).isEqualTo(BLOCKS);
    assertThat(run.task("convert").counter("worker_failures")).isZero();
    assertThat(run.task("index").counter("completed")).isEqualTo(1);
  }
}
