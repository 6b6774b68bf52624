package dev.yardmaster.e2e;

import dev.yardmaster.worker.command.CommandWorkerSettings;
import dev.yardmaster.worker.command.CommandWorkers;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Command workers in a process of their own, away from the service, as on another machine. */
final class RemoteWorkers {

  private static final int SLOTS = 2;

  private RemoteWorkers() {}

  /** Starts two of them. */
  static Program start(Workshop workshop, Service service, String host, String tag) {
    return workshop.start(
        workshop.directory(),
        Map.of(),
        List.of(
            Project.java(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            RemoteWorkers.class.getName(),
            service.uri().toString(),
            host,
            tag));
  }

  /** What that process does, until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    URI service = URI.create(arguments[0]);
    CommandWorkers workers =
        new CommandWorkers(
            CommandWorkerSettings.of(service, arguments[1], List.of(arguments[2]), SLOTS),
            System.out::println);
    workers.start();
    Thread.currentThread().join();
  }
}
