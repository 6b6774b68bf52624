package dev.yardmaster.cli.progress;

import dev.yardmaster.cli.client.RunAnswer;
import java.time.Duration;

/** Shows how a run is going. Called by one thread. */
public interface Progress extends AutoCloseable {

  /**
   * Takes in the newest answer; the last one is that of the ended run, and its counters are always
   * shown.
   *
   * @param elapsed since the watching began; never less than in the call before
   */
  void show(RunAnswer run, Duration elapsed);

  /** Says something beside the progress, such as that the connection is lost. */
  void say(String line);

  /** Leaves the terminal in order. */
  @Override
  void close();
}
