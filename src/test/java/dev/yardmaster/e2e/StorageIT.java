package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A database that cannot be used, or not at the moment: what one is told, and that it is whole. */
class StorageIT {

  private static final int UNAVAILABLE = 503;

  /** As many letters as the params of a document may have, nearly. */
  private static final int NOISE = 16_000;

  /** A run that takes room in the database. */
  private static final String LARGE =
      """
      name: large
      params: {noise: "%s"}
      tasks:
        - {id: a, blocks: 1}
      """;

  private static final String SMALL =
      """
      name: small
      tasks:
        - {id: a, blocks: 0}
      """;

  /**
   * Root may write to whatever it likes, unless it gives that up; the tests may be run by root or
   * by anybody else.
   */
  private static final List<String> AS_ANYBODY =
      List.of(
          "sh",
          "-c",
          "[ \"$(id -u)\" = 0 ] || exec \"$@\"; c=-dac_override,-dac_read_search;"
              + " exec setpriv --bounding-set=$c --inh-caps=$c \"$@\"",
          "sh");

  @RegisterExtension private final Workshop workshop = new Workshop();

  private final Random random = new Random(42);

  /** So that whoever tidies up may. */
  @AfterEach
  void writable() {
    permit(data(), "rwxr-xr-x");
    if (Files.exists(file())) {
      permit(file(), "rw-r--r--");
    }
  }

  private Path data() {
    return workshop.directory().resolve("data");
  }

  private Path file() {
    return data().resolve("yardmaster.mv.db");
  }

  private static void permit(Path path, String permissions) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Service start() {
    return Service.start(workshop, workshop.directory(), "--yardmaster.workers.embedded.count=0");
  }

  /** Makes a database with a run in it. */
  private void makeDatabase() {
    Service service = start();
    assertThat(service.api().submit(SMALL)).isEqualTo("small-1");
    stop(service);
  }

  private static void stop(Service service) {
    service.program().terminate();
    service.program().ends(0);
  }

  /** A start that has to fail, in words. */
  private String refusal(List<String> before) {
    List<String> command =
        Stream.concat(before.stream(), Project.yardmaster("server", "--port", "0").stream())
            .toList();
    Program program = workshop.start(workshop.directory(), Map.of(), command).ends(1);
    assertThat(program.out()).doesNotContain("is ready");
    assertThat(program.out() + program.err()).doesNotContain("\tat ", "Exception");
    return program.err();
  }

  private void databaseIsWhole() {
    Service service = start();
    assertThat(service.api().run("small-1").state()).isEqualTo("succeeded");
    assertThat(service.api().submit(SMALL)).isEqualTo("small-2");
    stop(service);
  }

  // --- at the start -----------------------------------------------------------------------------

  @Test
  void aNewerSchemaIsRefusedAndLeftAsItIs() throws SQLException {
    makeDatabase();
    sql(
        "insert into \"flyway_schema_history\" select 99, '99', 'future', 'SQL', 'V99__f.sql', 1,"
            + " 'sa', current_timestamp, 1, true");

    assertThat(refusal(List.of()))
        .contains("The database " + file() + " belongs to a newer version of Yardmaster")
        .contains("version 99 of its schema")
        .contains("Start that version, or a newer one. Nothing was changed.");

    sql("delete from \"flyway_schema_history\" where \"version\" = '99'");
    databaseIsWhole();
  }

  @Test
  void aJournalInANewerFormatIsRefusedAndLeftAsItIs() throws SQLException {
    makeDatabase();
    byte[] before = payload();
    byte[] newer = before.clone();
    newer[0] = 9;
    payload(newer);

    assertThat(refusal(List.of()))
        .contains("The database " + file() + " holds what this version of Yardmaster cannot read")
        .contains("Its format is 9, known are 1 and 2.")
        .contains("Start the version that wrote it, or a newer one");

    assertThat(payload()).isEqualTo(newer);
    payload(before);
    databaseIsWhole();
  }

  @Test
  void anOlderSchemaIsBroughtUpToDate() throws SQLException {
    makeDatabase();
    sql("drop table forgotten_run");
    sql("delete from \"flyway_schema_history\" where \"version\" <> '1'");

    databaseIsWhole();
  }

  @Test
  void twoServicesOnOneFileAreOneTooMany() {
    Service first = start();

    assertThat(refusal(List.of()))
        .contains("The database " + file() + " is in use by another Yardmaster")
        .contains("Stop that one, or choose another directory with --data-dir.");

    assertThat(first.api().submit(SMALL)).isEqualTo("small-1");
    stop(first);
    databaseIsWhole();
  }

  @Test
  void aFileThatIsReadOnlyNamesItAndWhoHasToBeLetIn() {
    makeDatabase();
    permit(file(), "r--r--r--");

    assertThat(refusal(AS_ANYBODY))
        .contains("The database " + file() + " cannot be written to")
        .contains("Let the user " + System.getProperty("user.name") + " write to the file");

    permit(file(), "rw-r--r--");
    databaseIsWhole();
  }

  @Test
  void aFolderThatIsReadOnlyNamesIt() throws IOException {
    Files.createDirectories(data());
    permit(data(), "r-xr-xr-x");

    assertThat(refusal(AS_ANYBODY))
        .contains("The database " + file() + " cannot be written to")
        .contains("or choose another folder with --data-dir");
  }

  @Test
  void aDamagedFileIsLeftForWhoeverCanHelp() throws IOException {
    makeDatabase();
    byte[] garbage = new byte[Math.toIntExact(Files.size(file()))];
    random.nextBytes(garbage);
    Files.write(file(), garbage);

    assertThat(refusal(List.of()))
        .contains("The file " + file() + " is damaged")
        .contains("Restore it from a backup");

    assertThat(Files.readAllBytes(file())).isEqualTo(garbage);
  }

  @Test
  void aStartWithoutRoomSaysSo() {
    List<String> noRoom = List.of("prlimit", "--fsize=8192", "--");

    assertThat(refusal(noRoom))
        .contains("There is no room for the database " + file())
        .contains("Make room there");
  }

  // --- while it runs ----------------------------------------------------------------------------

  /** The limit of a process for its files stands for a disk: nothing more fits, until it may. */
  @Test
  void aFullDiskTurnsCallersAwayAndLosesNothing() throws IOException {
    Service service = start();
    List<String> accepted = new ArrayList<>(List.of(service.api().submit(SMALL)));
    limit(service, Files.size(file()) + 200_000);

    submitUntilRefused(service, accepted);
    service.program().awaitOut("There is no room for the database " + file());
    await("the service has tried again")
        .atMost(Program.PATIENCE)
        .until(() -> refusedAgain(service, accepted) >= 20);
    assertThat(service.program().out().lines().filter(line -> line.contains("no room")).count())
        .as("a line for each of two situations, not one for each try")
        .isLessThanOrEqualTo(2);
    assertThat(service.api().get("/actuator/health/liveness").status()).isEqualTo(200);

    limit(service, Long.MAX_VALUE);

    await("it goes on by itself")
        .atMost(Program.PATIENCE)
        .until(() -> service.api().get("/api/v1/runs").status() == 200);
    accepted.add(service.api().submit(SMALL));
    assertThat(accepted).doesNotHaveDuplicates();
    accepted.forEach(run -> assertThat(service.api().get("/api/v1/runs/" + run).ok()).isNotNull());

    service.kill();
    service.startAgain();
    accepted.forEach(run -> assertThat(service.api().get("/api/v1/runs/" + run).ok()).isNotNull());
    stop(service);
  }

  private int refusals;

  private int refusedAgain(Service service, List<String> accepted) {
    submitOne(service, accepted);
    return refusals;
  }

  private void submitUntilRefused(Service service, List<String> accepted) {
    await("there is no more room")
        .atMost(Program.PATIENCE)
        .until(
            () -> {
              submitOne(service, accepted);
              return refusals > 0;
            });
  }

  private void submitOne(Service service, List<String> accepted) {
    Api.Answer answer = service.api().tries(LARGE.formatted(noise()));
    if (answer.status() == UNAVAILABLE) {
      assertThat(answer.body().path("code").asString()).isEqualTo("journal_unavailable");
      refusals++;
    } else {
      accepted.add(answer.ok().path("id").asString());
    }
  }

  private String noise() {
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < NOISE; i++) {
      noise.append((char) ('A' + random.nextInt(26)));
    }
    return noise.toString();
  }

  private void limit(Service service, long bytes) {
    String limit = bytes == Long.MAX_VALUE ? "unlimited" : Long.toString(bytes);
    workshop
        .start(
            workshop.directory(),
            Map.of(),
            List.of(
                "prlimit", "--pid=" + service.program().pid(), "--fsize=" + limit + ":unlimited"))
        .ends(0);
  }

  // --- the file itself --------------------------------------------------------------------------

  private Connection open() throws SQLException {
    return DriverManager.getConnection("jdbc:h2:file:" + data().resolve("yardmaster"), "sa", "");
  }

  private void sql(String statement) throws SQLException {
    try (Connection connection = open();
        Statement sql = connection.createStatement()) {
      assertThat(sql.executeUpdate(statement)).isNotNegative();
    }
  }

  private byte[] payload() throws SQLException {
    try (Connection connection = open();
        Statement sql = connection.createStatement();
        ResultSet rows =
            sql.executeQuery("select payload from journal where number = 1 and part = 0")) {
      assertThat(rows.next()).isTrue();
      return rows.getBytes(1);
    }
  }

  private void payload(byte[] bytes) throws SQLException {
    try (Connection connection = open();
        PreparedStatement sql =
            connection.prepareStatement(
                "update journal set payload = ? where number = 1 and part = 0")) {
      sql.setBytes(1, bytes);
      assertThat(sql.executeUpdate()).isEqualTo(1);
    }
  }
}
