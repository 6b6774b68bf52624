package dev.yardmaster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server of a test's own, with the settings that a careful person would give it: on a
 * free port of the loopback address, in a folder of its own. It can be stopped, frozen, and started
 * again where it was; it ends with the test, at the latest with the JVM.
 *
 * <p>Where no PostgreSQL is installed, a test that needs one fails if {@code CI=true}, and is
 * skipped otherwise.
 */
public final class PostgresServer implements AutoCloseable {

  /** A start after a crash reads the log again; a busy machine does it slowly. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private static final String USER = "yardmaster";

  /** How a server is stopped. */
  public enum Stop {
    /** In order: connections are cut, and everything is written. */
    FAST("INT"),
    /** As a crash: the next start has to recover. */
    IMMEDIATE("QUIT");

    private final String signal;

    Stop(String signal) {
      this.signal = signal;
    }
  }

  private final PostgresBinaries binaries;
  private final Path directory;
  private final int port = freePort();
  private final AtomicInteger databases = new AtomicInteger();
  private final Thread lastResort = new Thread(this::end, "end of a test's PostgreSQL");
  private @Nullable Process process;

  private PostgresServer(PostgresBinaries binaries) {
    this.binaries = binaries;
    this.directory = binaries.newDirectory();
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /** Makes a new server and starts it; returns when it takes connections. */
  public static PostgresServer start() {
    PostgresBinaries binaries = PostgresBinaries.find();
    if (binaries == null) {
      String remedy = "No PostgreSQL server is installed (Debian: apt-get install postgresql).";
      if ("true".equals(System.getenv("CI"))) {
        Assertions.fail(remedy);
      }
      Assumptions.abort(remedy + " This test is skipped.");
    }
    PostgresServer server = new PostgresServer(binaries);
    try {
      server.initialize();
      server.startAgain();
      return server;
    } catch (Throwable failed) {
      server.close();
      throw failed;
    }
  }

  /** Makes an empty database; answers its JDBC URL, with the user in it. */
  public String newDatabase() {
    String name = "yard" + databases.incrementAndGet();
    execute(url("postgres"), "create database " + name);
    return url(name);
  }

  /** Where it listens, also while it is stopped. */
  public int port() {
    return port;
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
  }

  /** Stops it; returns when it is gone. */
  public void stop(Stop how) {
    Process running = running();
    resume();
    signal(how.signal, List.of(running.pid()));
    awaitEnd(running);
    process = null;
  }

  /** Starts it where it was, with the data it had; returns when it takes connections. */
  public void startAgain() {
    List<String> command =
        binaries.command(
            "postgres",
            "-D",
            data(),
            "-p",
            Integer.toString(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "shared_buffers=32MB",
            "-c",
            "logging_collector=off");
    process = launch(command);
    awaitConnections(process);
  }

  /** Freezes it: it keeps its connections and takes new ones, but answers nobody. */
  public void freeze() {
    signal("STOP", family(running()));
  }

  /** Lets it go on after {@link #freeze}. */
  public void resume() {
    signal("CONT", family(running()));
  }

  /** Ends it and deletes its folder. */
  @Override
  public void close() {
    end();
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }

  private synchronized void end() {
    if (process != null && process.isAlive()) {
      stop(Stop.IMMEDIATE);
    }
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException inTheWay) {
      // the system tidies its temporary folder
    }
  }

  private void initialize() {
    Process initdb =
        launch(
            binaries.command(
                "initdb", "-D", data(), "-A", "trust", "-U", USER, "-E", "UTF8", "--no-locale"));
    awaitEnd(initdb);
    if (initdb.exitValue() != 0) {
      throw new IllegalStateException("initdb has failed:\n" + said());
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  /**
   * On a thread that stays: the server is told to end when the thread that has started it does, so
   * that not even {@code kill -9} of the JVM leaves one behind.
   */
  private Process launch(List<String> command) {
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("parent of a PostgreSQL")
        .start(
            () -> {
              try {
                Process child = builder(command).start();
                started.complete(child);
                child.waitFor();
              } catch (IOException | InterruptedException e) {
                started.completeExceptionally(e);
              }
            });
    return started.join();
  }

  private ProcessBuilder builder(List<String> command) {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()));
  }

  /** What it has written to its log. */
  private String said() {
    try {
      return Files.readString(directory.resolve("log"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitConnections(Process server) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        execute(url("postgres"), "select 1");
        return;
      } catch (IllegalStateException notYet) {
        if (!server.isAlive() || System.nanoTime() > until) {
          throw new IllegalStateException("PostgreSQL does not start:\n" + said(), notYet);
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Runs a statement in a database of any server. */
  public static void execute(String url, String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql + " has failed: " + e.getMessage(), e);
    }
  }

  /** The first column of a query's rows, as text. */
  public static List<String> query(String url, String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(sql + " has failed: " + e.getMessage(), e);
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("PostgreSQL is not running");
    }
    return process;
  }

  /** The server and those who serve its connections. */
  private static List<Long> family(Process server) {
    return Stream.concat(Stream.of(server.toHandle()), server.descendants())
        .map(ProcessHandle::pid)
        .toList();
  }

  /** One of them may be gone by then; that is no failure. */
  private static void signal(String signal, List<Long> receivers) {
    List<String> command = new ArrayList<>(List.of("kill", "-s", signal, "--"));
    receivers.forEach(pid -> command.add(pid.toString()));
    try {
      awaitEnd(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitEnd(Process process) {
    try {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
