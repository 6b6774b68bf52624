package dev.yardmaster.e2e;

import dev.yardmaster.testing.PostgresServer;
import dev.yardmaster.testing.PostgresServer.Stop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;

/** Where the service of a campaign keeps what it promises. */
interface CampaignDatabase extends AutoCloseable {

  /** For the service to use it. */
  List<String> settings();

  /** Opens it, for reading; while no service runs. */
  Connection open() throws SQLException;

  /** Whether it can be stopped while the service goes on. */
  boolean canBeAway();

  /**
   * Stops it, or makes it answer nobody.
   *
   * @param random how
   * @return how
   */
  String leave(Random random);

  /** It is there again, with all that it had. */
  void comeBack();

  @Override
  void close();

  /**
   * One of this kind.
   *
   * @param directory where the service works
   */
  static CampaignDatabase of(String kind, Path directory) {
    return switch (kind) {
      case "h2" -> new H2(directory.resolve("data").resolve("yardmaster"));
      case "postgresql" -> Postgres.start();
      default ->
          throw new IllegalArgumentException(
              "yardmaster.database is h2 or postgresql, not " + kind);
    };
  }

  /** A file, and part of the service: it cannot be away alone. */
  record H2(Path file) implements CampaignDatabase {

    @Override
    public List<String> settings() {
      return List.of();
    }

    /** A copy: to put the file itself right after a kill is left to the service. */
    @Override
    public Connection open() throws SQLException {
      try {
        Path copy = Files.createTempDirectory(file.getParent(), "copy-").resolve("yardmaster");
        Files.copy(Path.of(file + ".mv.db"), Path.of(copy + ".mv.db"));
        return DriverManager.getConnection("jdbc:h2:file:" + copy, "sa", "");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean canBeAway() {
      return false;
    }

    @Override
    public String leave(Random random) {
      throw new UnsupportedOperationException("H2 is part of the service");
    }

    @Override
    public void comeBack() {
      throw new UnsupportedOperationException("H2 is part of the service");
    }

    @Override
    public void close() {}
  }

  /** A server of its own. */
  final class Postgres implements CampaignDatabase {

    private final PostgresServer server;
    private final String url;
    private boolean frozen;

    private Postgres(PostgresServer server) {
      this.server = server;
      this.url = server.newDatabase();
    }

    static Postgres start() {
      return new Postgres(PostgresServer.start());
    }

    @Override
    public List<String> settings() {
      return List.of(
          "--spring.datasource.url=" + url,
          // It is away now and then, also when the service starts.
          "--yardmaster.database.wait-at-start=4m");
    }

    @Override
    public Connection open() throws SQLException {
      return DriverManager.getConnection(url);
    }

    @Override
    public boolean canBeAway() {
      return true;
    }

    @Override
    public String leave(Random random) {
      int how = random.nextInt(3);
      frozen = how == 0;
      if (frozen) {
        server.freeze();
        return "frozen";
      }
      Stop stop = how == 1 ? Stop.FAST : Stop.IMMEDIATE;
      server.stop(stop);
      return "stopped, " + stop;
    }

    @Override
    public void comeBack() {
      if (frozen) {
        server.resume();
      } else {
        server.startAgain();
      }
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
