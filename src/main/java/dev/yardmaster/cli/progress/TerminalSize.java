package dev.yardmaster.cli.progress;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * How much room the terminal has. Asked of {@code stty}, which is wherever there are terminals; the
 * native libraries that could tell it make Java print warnings.
 */
record TerminalSize(int rows, int columns) {

  /** What a terminal has had since the teletype's days, where it does not say. */
  static final TerminalSize USUAL = new TerminalSize(24, 80);

  /** Narrower, and a bar has no room for its numbers. */
  private static final int FEWEST_COLUMNS = 40;

  private static final int STTY_SECONDS = 1;

  static TerminalSize ask() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.INHERIT)
              .redirectError(Redirect.DISCARD)
              .start();
      if (!stty.waitFor(STTY_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return USUAL;
      }
      return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException absent) {
      return USUAL;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }

  /** Reads {@code "24 80"}; the usual size where it is anything else. */
  static TerminalSize parse(String answer) {
    String[] numbers = answer.strip().split(" ");
    try {
      TerminalSize size =
          new TerminalSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
      return size.rows < 1 || size.columns < FEWEST_COLUMNS ? USUAL : size;
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException unknown) {
      return USUAL;
    }
  }
}
