package dev.yardmaster.cli.progress;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Stands in for standard error while bars are drawn, so that a warning appears above them and not
 * in their midst. Passes on whole lines.
 */
final class ErrorsAbove extends OutputStream {

  /** Whoever writes so much without a line's end is not writing lines. */
  private static final int LONGEST_LINE = 65_536;

  private final Screen screen;
  private final PrintStream before;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private ErrorsAbove(Screen screen, PrintStream before) {
    this.screen = screen;
    this.before = before;
  }

  /** Takes the place of standard error until it is closed. */
  static ErrorsAbove install(Screen screen) {
    ErrorsAbove errors = new ErrorsAbove(screen, System.err);
    System.setErr(new PrintStream(errors, true, System.err.charset()));
    return errors;
  }

  @Override
  public synchronized void write(int next) {
    line.write(next);
    if (next == '\n' || line.size() >= LONGEST_LINE) {
      pass();
    }
  }

  @Override
  public synchronized void close() {
    System.setErr(before);
    if (line.size() > 0) {
      pass();
    }
  }

  private void pass() {
    screen.above(line.toString(before.charset()), before);
    line.reset();
  }
}
