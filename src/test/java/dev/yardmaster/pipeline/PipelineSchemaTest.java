package dev.yardmaster.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema that editors use says what the parser says. */
class PipelineSchemaTest {

  private final JsonNode schema =
      new JsonMapper().readTree(Path.of("docs", "pipeline.schema.json").toFile());
  private final JsonNode task = schema.at("/$defs/task");

  @Test
  void fieldsAreThoseOfTheParser() {
    assertThat(schema.get("properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(PipelineParser.FIELDS);
    assertThat(task.get("properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(TaskReader.FIELDS);
  }

  @Test
  void boundsAreThoseOfTheParser() {
    assertThat(schema.at("/properties/tasks/maxItems").intValue()).isEqualTo(Limits.MAX_TASKS);
    assertThat(schema.at("/properties/params/maxProperties").intValue())
        .isEqualTo(Limits.MAX_PARAMS);
    assertThat(schema.at("/$defs/amounts/maxProperties").intValue())
        .isEqualTo(Limits.MAX_RESOURCE_KEYS);
    assertThat(schema.at("/$defs/amounts/additionalProperties/maximum").longValue())
        .isEqualTo(Limits.MAX_AMOUNT);
    assertThat(ofTask("blocks", "maximum")).isEqualTo(Limits.MAX_BLOCKS);
    assertThat(ofTask("tags", "maxItems")).isEqualTo(Limits.MAX_TAGS);
    assertThat(ofTask("max_workers", "maximum")).isEqualTo(Limits.MAX_WORKERS);
    assertThat(ofTask("max_worker_restarts", "maximum")).isEqualTo(Limits.MAX_WORKER_RESTARTS);
    assertThat(ofTask("max_retries", "maximum")).isEqualTo(Limits.MAX_RETRIES);
    assertThat(ofTask("command", "maxItems")).isEqualTo(Limits.MAX_COMMAND_WORDS);
    assertThat(ofTask("env", "maxProperties")).isEqualTo(Limits.MAX_ENV);
  }

  @Test
  void defaultsAreThoseOfTheParser() {
    TaskSpec defaults = PipelineFixture.withoutServiceBudget().task("tags: []");

    assertThat(ofTask("max_workers", "default")).isEqualTo(defaults.maxWorkers());
    assertThat(ofTask("max_worker_restarts", "default")).isEqualTo(defaults.maxWorkerRestarts());
    assertThat(ofTask("max_retries", "default")).isEqualTo(defaults.maxRetries());
    assertThat(task.at("/properties/block_timeout/default").stringValue())
        .isEqualTo(Durations.format(defaults.blockTimeout()));
  }

  private long ofTask(String field, String keyword) {
    return task.get("properties").get(field).get(keyword).longValue();
  }
}
