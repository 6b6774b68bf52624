package dev.yardmaster.cli.progress;

import java.io.Console;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import me.tongfei.progressbar.ProgressBarStyle;

/** How progress is shown. */
public enum ProgressMode {
  /** Bars where a person sits before a terminal, lines otherwise. */
  AUTO,
  BARS,
  LINES,
  NONE;

  /**
   * @param environment for {@code TERM} and {@code NO_COLOR}
   */
  public Progress open(PrintStream out, Map<String, String> environment) {
    return switch (this) {
      case AUTO -> terminal(environment) ? bars(out, environment) : new LineProgress(out);
      case BARS -> bars(out, environment);
      case LINES -> new LineProgress(out);
      case NONE -> new Silence(out);
    };
  }

  /** Both ends must be a terminal, and one that can move its cursor. */
  private static boolean terminal(Map<String, String> environment) {
    Console console = System.console();
    return console != null
        && console.isTerminal()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb")
        && !environment.containsKey("CI");
  }

  private static Progress bars(PrintStream out, Map<String, String> environment) {
    return new BarProgress(
        out, style(out.charset(), environment.containsKey("NO_COLOR")), TerminalSize.ask());
  }

  private static ProgressBarStyle style(Charset charset, boolean noColour) {
    if (!charset.equals(StandardCharsets.UTF_8)) {
      return ProgressBarStyle.ASCII;
    }
    return noColour ? ProgressBarStyle.UNICODE_BLOCK : ProgressBarStyle.COLORFUL_UNICODE_BLOCK;
  }
}
