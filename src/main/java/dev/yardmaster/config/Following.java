package dev.yardmaster.config;

import org.springframework.context.SmartLifecycle;

/** Starts after the engine, and ends before it. */
final class Following implements SmartLifecycle {
  private final int phase;
  private final Runnable begin;
  private final Runnable end;
  private volatile boolean running;

  Following(int phase, Runnable begin, Runnable end) {
    this.phase = phase;
    this.begin = begin;
    this.end = end;
  }

  @Override
  public void start() {
    running = true;
    begin.run();
  }

  @Override
  public void stop() {
    running = false;
    end.run();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return phase;
  }
}
