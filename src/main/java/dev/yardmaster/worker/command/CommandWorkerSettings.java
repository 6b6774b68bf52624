package dev.yardmaster.worker.command;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a group of command workers needs to know.
 *
 * @param server where the service answers, such as {@code http://127.0.0.1:8080}; http or https
 * @param name label of the workers; each adds its slot, as in {@code laptop-3}
 * @param host label of this machine, by which the service spreads load
 * @param tags what these workers offer
 * @param slots how many workers, 1 to {@value #MAX_SLOTS}
 * @param acquireWait how long one call may wait for work; more than zero
 * @param logDirectory where the whole output of commands goes, one bounded file a worker; null:
 *     only the end of stderr is kept, for errors
 * @param accessToken shown when registering, where the service wants one; else null
 * @param trust whom to trust over https; null: whom Java trusts
 */
public record CommandWorkerSettings(
    URI server,
    String name,
    String host,
    SortedSet<String> tags,
    int slots,
    Duration acquireWait,
    @Nullable Path logDirectory,
    @Nullable String accessToken,
    @Nullable SSLContext trust) {

  /** Each slot is a process and a long poll; more on one machine is a typing error. */
  public static final int MAX_SLOTS = 1024;

  /** As in the protocol's example; proxies often cut at 30 s. */
  public static final Duration DEFAULT_ACQUIRE_WAIT = Duration.ofSeconds(20);

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if a value is out of range; the message says which
   */
  public CommandWorkerSettings {
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
    if (!"http".equals(server.getScheme()) && !"https".equals(server.getScheme())) {
      throw new IllegalArgumentException(
          "the server must be an http or https address such as http://127.0.0.1:8080, not "
              + server);
    }
    if (slots < 1 || slots > MAX_SLOTS) {
      throw new IllegalArgumentException("slots must be 1 to " + MAX_SLOTS + ", not " + slots);
    }
    if (!acquireWait.isPositive()) {
      throw new IllegalArgumentException(
          "the wait for work must be more than zero, not " + acquireWait);
    }
  }

  /** Settings with everything else by default; the workers are named after their host. */
  public static CommandWorkerSettings of(
      URI server, String host, Collection<String> tags, int slots) {
    return new CommandWorkerSettings(
        server, host, host, new TreeSet<>(tags), slots, DEFAULT_ACQUIRE_WAIT, null, null, null);
  }

  /** The same, with the output of commands kept in this directory. */
  public CommandWorkerSettings withLogDirectory(Path directory) {
    return new CommandWorkerSettings(
        server, name, host, tags, slots, acquireWait, directory, accessToken, trust);
  }

  /** The same, showing this token when registering. */
  public CommandWorkerSettings withAccessToken(@Nullable String token) {
    return new CommandWorkerSettings(
        server, name, host, tags, slots, acquireWait, logDirectory, token, trust);
  }

  /** The same, trusting these over https. */
  public CommandWorkerSettings withTrust(@Nullable SSLContext context) {
    return new CommandWorkerSettings(
        server, name, host, tags, slots, acquireWait, logDirectory, accessToken, context);
  }

  /** Without the token, so that no log line has it by accident. */
  @Override
  public String toString() {
    return "CommandWorkerSettings[server=" + server + ", name=" + name + ", slots=" + slots + "]";
  }
}
