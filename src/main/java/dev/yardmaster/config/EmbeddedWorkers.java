package dev.yardmaster.config;

import dev.yardmaster.worker.command.CommandWorkerSettings;
import dev.yardmaster.worker.command.CommandWorkers;
import dev.yardmaster.worker.command.WorkerListener;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the command workers inside the service when its port answers, and stops them before it no
 * longer does: they speak the same protocol as workers elsewhere, over loopback where the service
 * listens there.
 */
final class EmbeddedWorkers implements SmartLifecycle {

  /**
   * After the web server, which starts in a phase a little below the highest, and before it on the
   * way down.
   */
  private static final int PHASE = Integer.MAX_VALUE - 512;

  private final ServletWebServerApplicationContext context;
  private final EmbeddedWorkerProperties properties;
  private final OwnDoor door;
  private final @Nullable String accessToken;
  private @Nullable CommandWorkers workers;

  /**
   * @param door by which they come in
   * @param accessToken what they show there; null where nobody asks
   */
  EmbeddedWorkers(
      ServletWebServerApplicationContext context,
      EmbeddedWorkerProperties properties,
      OwnDoor door,
      @Nullable String accessToken) {
    this.context = context;
    this.properties = properties;
    this.door = door;
    this.accessToken = accessToken;
  }

  @Override
  public void start() {
    if (properties.slots() == 0 || context.getWebServer() == null) {
      return;
    }
    URI own = door.address(context.getWebServer().getPort());
    CommandWorkerSettings settings =
        CommandWorkerSettings.of(own, properties.hostLabel(), properties.tags(), properties.slots())
            .withAccessToken(accessToken)
            .withTrust(door.trust());
    if (properties.outputDirectory() != null) {
      settings = settings.withLogDirectory(properties.outputDirectory());
    }
    workers = new CommandWorkers(settings, WorkerListener.logging());
    workers.start();
  }

  @Override
  public void stop() {
    if (workers != null) {
      workers.stop(properties.stopWithin());
      workers = null;
    }
  }

  @Override
  public boolean isRunning() {
    return workers != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
