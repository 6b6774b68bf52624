package dev.yardmaster.cli.progress;

import static dev.yardmaster.cli.client.RunJson.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.cli.client.RunJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import me.tongfei.progressbar.ProgressBarStyle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BarProgressTest {

  private static final String UP_AND_CLEAR = "\u001b[";

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);
  private Progress progress = on(new TerminalSize(24, 100));

  private Progress on(TerminalSize size) {
    return new BarProgress(out, ProgressBarStyle.ASCII, size);
  }

  @AfterEach
  void close() {
    progress.close();
  }

  private void at(double seconds, RunJson run) {
    progress.show(run.read(), Duration.ofMillis((long) (seconds * 1000)));
  }

  /** What a terminal shows: each line that was drawn last in its place. */
  private List<String> screen() {
    return TerminalPicture.of(written.toString(StandardCharsets.UTF_8));
  }

  @Test
  void eachTaskHasALineFromTheBeginning() {
    at(0, run("sky-1", "running").running("detect", 0, 0, 64, 0).running("report", 0, 0, 1, 0));

    assertThat(screen()).containsExactly("detect   0% 0/64", "report   0% 0/1");
  }

  @Test
  void aBarHasCountRateWorkersAndWhatWentWrong() {
    at(0, run("sky-1", "running").running("detect", 0, 2, 64, 2));
    at(4, run("sky-1", "running").task("detect", "running", 32, 1, 0, 2, 64, 2, ""));

    assertThat(screen()).hasSize(1);
    assertThat(screen().getFirst())
        .startsWith("detect  50% [")
        .contains("] 32/64 (")
        .endsWith("2 workers, 8.0 blocks/s, 1 failed");
  }

  @Test
  void linesAreDrawnInPlaceAndNeverWiderThanTheTerminal() {
    for (int done = 0; done <= 64; done++) {
      at(done, run("sky-1", "running").running("detect", done, 2, 64, 2).running("b", 0, 0, 1, 0));
    }

    assertThat(screen()).hasSize(2).allMatch(line -> line.length() < 100);
    assertThat(written.toString(StandardCharsets.UTF_8)).contains(UP_AND_CLEAR);
  }

  @Test
  void theLastPictureHasTheFinalCounters() {
    at(1, run("sky-1", "running").running("detect", 60, 2, 64, 2).running("report", 0, 0, 1, 0));
    at(
        1.1,
        run("sky-1", "failed")
            .done("detect", 61, 3)
            .abandoned("report", "upstream_abandoned", 0, 0, 1));

    assertThat(screen()).hasSize(2);
    assertThat(screen().getFirst()).contains(" 61/64 ").endsWith("done, 3 failed");
    assertThat(screen().getLast())
        .contains(" 0/1 ")
        .endsWith("given up: a task before it was, 1 orphaned");
  }

  @Test
  void moreTasksThanLinesShareABar() {
    progress.close();
    progress = on(new TerminalSize(10, 100));
    RunJson run = run("sky-1", "running").done("t0", 10, 0);
    for (int number = 1; number < 7; number++) {
      run.running("t" + number, 5, 1, 10, 1);
    }
    at(1, run);

    assertThat(screen()).hasSize(1);
    assertThat(screen().getFirst())
        .startsWith("7 tasks  57% [")
        .contains(" 40/70 ")
        .endsWith("1 over, 6 workers");
  }

  @Test
  void whatIsSaidStandsAboveTheBars() {
    at(1, run("sky-1", "running").running("detect", 0, 0, 64, 0));
    progress.say("The service answers again.");

    assertThat(screen()).containsExactly("The service answers again.", "detect   0% 0/64");
  }

  @Test
  void aWarningOnStandardErrorDoesNotTearTheBarsApart() {
    PrintStream before = System.err;
    System.setErr(out);
    try (Progress bars = on(new TerminalSize(24, 100))) {
      bars.show(
          run("sky-1", "running").running("detect", 0, 0, 64, 0).read(), Duration.ofSeconds(1));
      System.err.print("the disk is ");
      System.err.println("nearly full");
      assertThat(screen()).containsExactly("the disk is nearly full", "detect   0% 0/64");
    } finally {
      assertThat(System.err).isSameAs(out);
      System.setErr(before);
    }
  }

  @Test
  void whyNothingMovesStandsBelowTheBars() {
    RunJson stuck = run("sky-1", "running").waiting("detect", 4, "budget", "No gpu is free.");
    at(1, stuck);
    at(11, stuck);
    assertThat(screen()).containsExactly("detect   0% 0/4", "  detect: No gpu is free.");

    at(12, run("sky-1", "running").running("detect", 1, 0, 4, 1));
    assertThat(screen()).hasSize(1);
  }

  @Test
  void theSizeOfATerminalIsReadAsSttyWritesIt() {
    assertThat(TerminalSize.parse("50 132\n")).isEqualTo(new TerminalSize(50, 132));
    assertThat(TerminalSize.parse("0 0\n")).isEqualTo(new TerminalSize(24, 80));
    assertThat(TerminalSize.parse("")).isEqualTo(new TerminalSize(24, 80));
    assertThat(TerminalSize.parse("not a tty")).isEqualTo(new TerminalSize(24, 80));
  }
}
