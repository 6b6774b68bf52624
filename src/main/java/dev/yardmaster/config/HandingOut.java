package dev.yardmaster.config;

import dev.yardmaster.engine.SchedulerEngine;
import dev.yardmaster.scheduler.command.Command;
import org.springframework.context.SmartLifecycle;

/**
 * The first thing that a service does when it stops: it hands out nothing more. Only then are the
 * workers inside told to finish what they have; commands keep their order, so that each of them
 * leaves for the service's sake and not of its own will.
 */
final class HandingOut implements SmartLifecycle {

  /** On the way down before the workers inside the service. */
  private static final int PHASE = Integer.MAX_VALUE - 256;

  private final SchedulerEngine engine;
  private volatile boolean running;

  HandingOut(SchedulerEngine engine) {
    this.engine = engine;
  }

  @Override
  public void start() {
    running = true;
  }

  /** Waits for nobody: where the database is away, there is nothing that could be handed out. */
  @Override
  public void stop() {
    running = false;
    engine.submit(new Command.StopHandingOut());
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
