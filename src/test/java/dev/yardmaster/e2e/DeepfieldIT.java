package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.e2e.Sky.Found;
import dev.yardmaster.e2e.Sky.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/**
 * The main job: finds the objects in a real image, block by block, and the right number of them,
 * whatever the size of the blocks, and whoever dies meanwhile.
 */
@ExtendWith(SharedService.class)
class DeepfieldIT {

  private static final Path PIPELINE = Project.examples().resolve("deepfield/pipeline.yaml");

  /** Blocks that are done when somebody is killed: some, and by far not all of the 64. */
  private static final int SOME = 8;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private final Sky sky = Sky.available(workshop);

  private Map<String, String> params(Setting setting, int blockSize, int pauseMillis) {
    return Map.of(
        "image", sky.image().toAbsolutePath().normalize().toString(),
        "threshold", Integer.toString(setting.threshold()),
        "neighbours", Integer.toString(setting.neighbours()),
        "block_size", Integer.toString(blockSize),
        "pause_ms", Integer.toString(pauseMillis),
        "out", out().toString());
  }

  /** Every run has a folder of its own in there. */
  private Path out() {
    return workshop.directory().resolve("out");
  }

  private Program start(Map<String, String> params, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", PIPELINE.toString()));
    params.forEach((name, value) -> arguments.addAll(List.of("--param", name + "=" + value)));
    arguments.addAll(List.of(options));
    return workshop.yardmaster(arguments.toArray(String[]::new));
  }

  private static String nameOf(Program run) {
    return run.awaitOut("^(deepfield-\\d+): 3 tasks, 66 blocks$").group(1);
  }

  private Found found(String run) {
    Path summary = out().resolve(run).resolve("summary.json");
    return Found.in(new JsonMapper().readTree(summary.toFile()));
  }

  private void awaitSomeBlocks(String run) {
    Path labels = out().resolve(run).resolve("labels");
    await().atMost(Program.PATIENCE).until(() -> count(labels) >= SOME);
  }

  private static long count(Path directory) {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".json")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void rightNumbersWith(int blockSize) {
    Program run = start(params(Sky.CORNERS_TOUCH, blockSize, 0)).ends(0);

    assertThat(found(nameOf(run))).isEqualTo(sky.found().get(Sky.CORNERS_TOUCH));
    assertThat(run.out())
        .containsPattern("Dashboard: http://127\\.0\\.0\\.1:\\d+/")
        .containsPattern("\ndetect +done +64 +64 +0 +0 ")
        .contains("66 of 66 blocks completed");
    assertThat(workshop.directory().resolve(".yardmaster/runs")).isEmptyDirectory();
  }

  @Test
  void theRightNumbersWithBlocksOfAHundredPixels() {
    rightNumbersWith(100);
  }

  @Test
  void theSameNumbersWithBlocksOfThirtySevenPixels() {
    rightNumbersWith(37);
  }

  @Test
  void theRightNumbersWhereOnlySidesTouchOnAServiceThatStays(Service service) {
    Program run =
        start(params(Sky.SIDES_TOUCH, 64, 0), "--server", service.uri().toString()).ends(0);

    assertThat(found(nameOf(run))).isEqualTo(sky.found().get(Sky.SIDES_TOUCH));
  }

  @Test
  void theSameNumbersWhenACommandIsKilledMidway() {
    Program run = start(params(Sky.CORNERS_TOUCH, 50, 150), "--workers", "2");
    String name = nameOf(run);
    awaitSomeBlocks(name);

    ProcessHandle detect =
        run.descendants()
            .filter(process -> process.info().commandLine().orElse("").contains("detect.py"))
            .findFirst()
            .orElseThrow();
    assertThat(detect.destroyForcibly()).isTrue();

    run.ends(0);
    assertThat(found(name)).isEqualTo(sky.found().get(Sky.CORNERS_TOUCH));
    assertThat(run.out())
        .as("completed, failed, orphaned, starts, restarts, failures")
        .containsPattern("\ndetect +done +64 +64 +0 +0 +\\d+ +\\d+ +1 ");
  }

  private Program startWorkers(Service service, String host) {
    String server = service.uri().toString();
    return workshop.yardmaster(
        "worker", "--server", server, "--host", host, "--tags", "machine", "--slots", "2");
  }

  /** Two machines with two workers each, and one of the machines goes away. */
  @Test
  void theSameNumbersWhenAWholeWorkerProcessIsKilledMidway(Service service) throws IOException {
    Program lasting = startWorkers(service, "stays");
    Program doomed = startWorkers(service, "goes");
    lasting.awaitOut("stays-2 registered");
    doomed.awaitOut("goes-2 registered");
    String detectElsewhere =
        Files.readString(PIPELINE).replace("- id: detect", "- id: detect\n    tags: [machine]");
    Map<String, String> params = params(Sky.CORNERS_TOUCH, 50, 300);
    String run = service.api().submit(detectElsewhere, PIPELINE.getParent(), params);
    await()
        .atMost(Program.PATIENCE)
        .until(() -> service.api().run(run).task("detect").alive() == 4);
    awaitSomeBlocks(run);

    doomed.kill();

    RunPicture ended = service.api().ended(run);
    assertThat(ended.state()).isEqualTo("succeeded");
    assertThat(found(run)).isEqualTo(sky.found().get(Sky.CORNERS_TOUCH));
    assertThat(ended.task("detect").counter("worker_failures")).isEqualTo(2);
    assertThat(ended.task("detect").counter("completed")).isEqualTo(64);
    lasting.terminate();
    lasting.ends(0);
  }
}
