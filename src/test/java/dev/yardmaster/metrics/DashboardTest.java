package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.testing.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The dashboard for Grafana, as far as it can be seen without one. */
class DashboardTest {

  private static final int COLUMNS = 24;
  private static final JsonNode DASHBOARD = ShippedFiles.json(ShippedFiles.DASHBOARD);

  private static List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    DASHBOARD.get("panels").forEach(panels::add);
    return panels;
  }

  @Test
  void panelsHaveNumbersOfTheirOwn() {
    Set<Integer> ids = new HashSet<>();
    assertThat(panels()).allSatisfy(panel -> assertThat(ids.add(panel.get("id").asInt())).isTrue());
  }

  @Test
  void panelsDoNotOverlap() {
    Set<String> taken = new HashSet<>();
    for (JsonNode panel : panels()) {
      JsonNode place = panel.get("gridPos");
      int right = place.get("x").asInt() + place.get("w").asInt();
      assertThat(right).as(panel.get("title").asString()).isLessThanOrEqualTo(COLUMNS);
      for (int x = place.get("x").asInt(); x < right; x++) {
        for (int y = place.get("y").asInt(), n = y + place.get("h").asInt(); y < n; y++) {
          assertThat(taken.add(x + "," + y)).as("%s at %d,%d", panel.get("title"), x, y).isTrue();
        }
      }
    }
  }

  /** Each as a rule of its own, with the variables as Grafana fills them in. */
  @Test
  void prometheusUnderstandsEveryExpression(@TempDir Path folder) throws IOException {
    StringBuilder rules = new StringBuilder("groups: [{name: dashboard, rules: [\n");
    List<String> expressions = ShippedFiles.everywhere(DASHBOARD, "expr");
    for (int i = 0; i < expressions.size(); i++) {
      String filled =
          expressions
              .get(i)
              .replace("$__rate_interval", "1m")
              .replace("$__range", "3h")
              .replaceAll("\\$(instance|pipeline|resource)", ".*");
      assertThat(filled).doesNotContain("$");
      rules.append("{record: 'e%d', expr: '%s'},%n".formatted(i, filled.replace("'", "''")));
    }
    Path file = Files.writeString(folder.resolve("rules.yaml"), rules.append("]}]\n"));

    Promtool.Result result = Promtool.find().run("", "check", "rules", file.toString());
    assertThat(result.exit()).as(result.output()).isZero();
  }

  @Test
  void everyPanelAsksTheDataSourceThatIsChosen() {
    assertThat(DASHBOARD.findValues("datasource"))
        .allSatisfy(source -> assertThat(source.get("uid").asString()).isEqualTo("${datasource}"));
  }

  /** One who looks at one pipeline is not shown the others. */
  @Test
  void whatIsKnownByPipelineIsShownForTheChosenOne() {
    List<String> byPipeline =
        List.of(Metric.values()).stream()
            .filter(metric -> metric.labels().contains(Metric.Label.PIPELINE))
            .map(Metric::title)
            .toList();
    for (String expression : ShippedFiles.everywhere(DASHBOARD.get("panels"), "expr")) {
      for (String name : ShippedFiles.metricsIn(expression)) {
        if (byPipeline.contains(name.replaceAll("_(bucket|sum|count|max)$", ""))) {
          assertThat(expression).contains("pipeline=~\"$pipeline\"");
        }
      }
    }
  }

  /** Every rule says what to do, and where more of it is written. */
  @Test
  void everyAlertTellsATiredPersonWhatToDo() {
    JsonNode rules = ShippedFiles.yaml(ShippedFiles.ALERTS).get("groups").get(0).get("rules");
    String runbook = ShippedFiles.text(Path.of("docs/monitoring.md"));
    rules.forEach(
        rule -> {
          String name = rule.get("alert").asString();
          JsonNode notes = rule.get("annotations");
          assertThat(rule.get("labels").get("severity").asString())
              .isIn("critical", "warning", "info");
          assertThat(notes.get("summary").asString()).as(name).hasSizeBetween(10, 100);
          assertThat(notes.get("description").asString()).as(name).hasSizeGreaterThan(60);
          assertThat(notes.get("action").asString()).as(name).hasSizeGreaterThan(40);
          assertThat(notes.get("runbook").asString())
              .isEqualTo("docs/monitoring.md#" + name.toLowerCase(java.util.Locale.ROOT));
          assertThat(runbook).contains("### " + name + "\n");
        });
  }
}
