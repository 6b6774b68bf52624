package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The image is made of the jar as the Dockerfile says, and what it runs holds what it promises. */
class ImageIT {

  private static final int STARTS = 2;

  /** In a log for machines slashes may be escaped. */
  private static final String READY = "is ready: http:\\S*?127\\.0\\.0\\.1:([0-9]+)";

  /** A start: how long it took, and how much of a processor, which a busy machine changes less. */
  private record Start(Duration took, Duration cpu) {

    @Override
    public String toString() {
      return took.toMillis() + " ms (cpu " + cpu.toMillis() + " ms)";
    }
  }

  /** The image of the workers is read-only too, but for /tmp. */
  private static final String READ_ONLY =
      """
      name: looks
      tasks:
        - id: around
          blocks: 3
          max_retries: 0
          command: [sh, -c, 'if touch here; then exit 9; fi; echo "$YARDMASTER_BLOCK" >/tmp/block']
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  @Test
  void theImageHasEveryLayerOfTheJar() {
    List<String> layers =
        workshop
            .start(
                workshop.directory(),
                Map.of(),
                List.of(
                    Project.java(),
                    "-Djarmode=tools",
                    "-jar",
                    Project.jar().toString(),
                    "list-layers"))
            .ends(0)
            .out()
            .lines()
            .toList();

    assertThat(layers).contains("dependencies", "application");
    for (String layer : layers) {
      assertThat(Dockerfile.read().ofTheImage("COPY"))
          .contains("--from=layers /layers/" + layer + "/ /app/");
    }
  }

  @Test
  void theImageIsMadeByTheStepsThatAreTestedHere() {
    assertThat(Dockerfile.read().all("RUN"))
        .contains(
            "/app/steps.sh extract /yardmaster.jar /layers",
            "/app/steps.sh train /app /tmp/yardmaster.aot",
            "/app/steps.sh check /app");
    assertThat(Dockerfile.read().ofTheImage("USER")).containsExactly("10001:10001");
  }

  @Test
  void itStartsFastAsNobodyOnAReadOnlyFileSystem() throws IOException {
    Container container = Container.build(workshop);
    List<Start> plain = new ArrayList<>();
    List<Start> cached = new ArrayList<>();

    for (int turn = 0; turn < STARTS; turn++) {
      plain.add(startAndStop(container, false));
      cached.add(startAndStop(container, true));
    }

    System.out.println(
        "Starts of the image (read-only: %s, user %s): without cache %s, with cache %s"
            .formatted(
                container.isConfined(),
                container.isOfAnotherUser() ? Container.USER : "of the build",
                plain,
                cached));
    assertThat(Collections.min(cached.stream().map(Start::cpu).toList()))
        .isLessThan(Collections.min(plain.stream().map(Start::cpu).toList()));
    assumeTrue(
        container.isConfined(),
        "this machine lets nobody make a view of the files of his own (unshare --mount): all of the"
            + " above held, but neither on read-only files nor as another user");
    assertThat(container.isOfAnotherUser())
        .as("as another user, where the build is root's")
        .isEqualTo("root".equals(System.getProperty("user.name")));
  }

  private Start startAndStop(Container container, boolean withCache) throws IOException {
    Path data = container.newData();
    long began = System.nanoTime();
    Program server = container.start(data, withCache);
    URI uri = URI.create("http://127.0.0.1:" + server.awaitOut(READY).group(1));
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    Start start =
        new Start(
            Duration.ofNanos(System.nanoTime() - began),
            process.info().totalCpuDuration().orElseThrow());

    assertThat(data.resolve("yardmaster.mv.db")).exists();
    assertThat(container.healthCheck(uri.getPort())).isZero();
    assertThat(container.healthCheck(uri.getPort(), "readiness")).isZero();
    if (container.isOfAnotherUser()) {
      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/status")))
          .containsPattern("Uid:\\s+10001\\s+10001\\s+10001")
          .containsPattern("CapEff:\\s+0+\n")
          .containsPattern("NoNewPrivs:\\s+1");
    }

    if (withCache && container.isConfined()) {
      assertAWorkerDoesItsWork(container, uri);
    }
    server.terminate();
    server.ends(0);
    assertThat(container.healthCheck(uri.getPort())).isEqualTo(1);
    assertThat(server.err()).isEmpty();
    return start;
  }

  private void assertAWorkerDoesItsWork(Container container, URI service) {
    Program worker =
        container.start(
            container.newData(),
            true,
            List.of("worker", "--server", service.toString(), "--host", "node-1", "--slots", "1"));
    Api api = new Api(service);

    RunPicture run = api.ended(api.submit(READ_ONLY));

    assertThat(run.state()).as(run.toString()).isEqualTo("succeeded");
    worker.terminate();
    worker.ends(0);
    assertThat(worker.out()).contains("All workers have left.");
  }
}
