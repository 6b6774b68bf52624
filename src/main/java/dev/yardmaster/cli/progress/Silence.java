package dev.yardmaster.cli.progress;

import dev.yardmaster.cli.client.RunAnswer;
import java.io.PrintStream;
import java.time.Duration;

/** No progress at all; only what has to be said. */
record Silence(PrintStream out) implements Progress {

  @Override
  public void show(RunAnswer run, Duration elapsed) {}

  @Override
  public void say(String line) {
    out.println(line);
  }

  @Override
  public void close() {
    out.flush();
  }
}
