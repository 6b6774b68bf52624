package dev.yardmaster.config;

import dev.yardmaster.engine.SchedulerEngine;
import org.springframework.context.SmartLifecycle;

/** Starts the engine before the web server takes requests, and stops it after the last. */
final class EngineLifecycle implements SmartLifecycle {

  /** The web server's own phases are within 2,048 of the default. */
  static final int BEFORE_THE_WEB_SERVER = DEFAULT_PHASE - 4_096;

  private final SchedulerEngine engine;
  private volatile boolean running;

  EngineLifecycle(SchedulerEngine engine) {
    this.engine = engine;
  }

  @Override
  public void start() {
    engine.start();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    engine.stop();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return BEFORE_THE_WEB_SERVER;
  }
}
