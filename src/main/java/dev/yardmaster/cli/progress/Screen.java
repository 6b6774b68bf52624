package dev.yardmaster.cli.progress;

import java.io.PrintStream;
import java.util.List;

/**
 * The last lines of a terminal, drawn anew in place. What else is printed goes above them. Any
 * thread may print.
 */
final class Screen {

  private static final String UP = "\u001b[%dA";
  private static final String CLEAR_LINE = "\u001b[2K";
  private static final String CLEAR_BELOW = "\u001b[0J";

  private final PrintStream out;
  private List<String> drawn = List.of();

  Screen(PrintStream out) {
    this.out = out;
  }

  /** Puts these lines in place of those drawn before; none may be wider than the terminal. */
  synchronized void draw(List<String> lines) {
    out.print(back() + text(lines));
    out.flush();
    drawn = List.copyOf(lines);
  }

  /** Prints text that stays, above what is drawn. */
  void above(String text) {
    above(text, out);
  }

  /** The same through another stream, which may lead to this terminal or elsewhere. */
  synchronized void above(String text, PrintStream through) {
    out.print(back() + CLEAR_BELOW);
    out.flush();
    through.print(text.endsWith("\n") ? text : text + "\n");
    through.flush();
    out.print(text(drawn));
    out.flush();
  }

  private String back() {
    return drawn.isEmpty() ? "" : UP.formatted(drawn.size()) + "\r";
  }

  private static String text(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(CLEAR_LINE).append(line).append('\n'));
    return text.append(CLEAR_BELOW).toString();
  }
}
