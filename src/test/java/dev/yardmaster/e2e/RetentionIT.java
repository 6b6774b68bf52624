package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs that ended go, with all their rows, and their numbers are not given again. */
class RetentionIT {

  private static final String BROKEN =
      """
      name: broken
      tasks:
        - {id: a, blocks: 2, max_retries: 1, command: ["false"], block_failure: continues}
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private void awaitGone(Service service, String run) {
    await(run + " is gone")
        .atMost(Program.PATIENCE)
        .until(() -> service.api().get("/api/v1/runs/" + run).status() == 404);
  }

  @Test
  void onlyTheLastAreKeptAndFewerAfterAStartThatSaysSo() throws SQLException {
    Service service =
        Service.start(
            workshop,
            workshop.directory(),
            "--yardmaster.workers.embedded.count=1",
            "--yardmaster.retention.check-every=100ms",
            "--yardmaster.retention.keep-runs=2");
    Api api = service.api();
    for (int run = 1; run <= 3; run++) {
      assertThat(api.ended(api.submit(BROKEN, workshop.directory())).state()).isEqualTo("failed");
    }

    awaitGone(service, "broken-1");
    Api.Answer gone = api.get("/api/v1/runs/broken-1");
    assertThat(gone.body().path("detail").asString()).contains("yardmaster.retention");
    assertThat(api.get("/api/v1/runs/broken-1/events").status()).isEqualTo(404);
    assertThat(api.run("broken-2").state()).isEqualTo("failed");

    service.program().terminate();
    service.program().ends(0);
    service.startAgain("--yardmaster.retention.keep-runs=1");
    awaitGone(service, "broken-2");
    assertThat(api.run("broken-3").state()).isEqualTo("failed");
    assertThat(api.submit(BROKEN, workshop.directory())).isEqualTo("broken-4");
    api.ended("broken-4");
    awaitGone(service, "broken-3");

    await("nothing is left to be deleted")
        .atMost(Program.PATIENCE)
        .until(() -> service.program().out().contains("Removed [broken-3]"));
    service.program().terminate();
    service.program().ends(0);
    for (String table : List.of("task", "audit", "block_failure")) {
      assertThat(runsIn(table)).as(table).isSubsetOf("broken-4", "broken-3");
    }
  }

  private List<String> runsIn(String table) throws SQLException {
    String url = "jdbc:h2:file:" + workshop.directory().resolve("data").resolve("yardmaster");
    List<String> runs = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        Statement sql = connection.createStatement();
        ResultSet rows = sql.executeQuery("select distinct run_id from " + table)) {
      while (rows.next()) {
        runs.add(rows.getString(1));
      }
    }
    return runs;
  }
}
