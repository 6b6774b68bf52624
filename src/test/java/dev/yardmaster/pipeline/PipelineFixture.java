package dev.yardmaster.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.document.DocumentReader;
import dev.yardmaster.document.DocumentReader.Result.Readable;
import dev.yardmaster.document.Format;
import dev.yardmaster.pipeline.PipelineParser.Result.Invalid;
import dev.yardmaster.pipeline.PipelineParser.Result.Valid;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documents as a person writes them, for tests of what becomes of them. */
final class PipelineFixture {

  private @Nullable Resources serviceBudget;
  private final Map<String, String> overrides = new TreeMap<>();

  static PipelineFixture withoutServiceBudget() {
    return new PipelineFixture();
  }

  static PipelineFixture withServiceBudget(Map<String, Long> amounts) {
    PipelineFixture fixture = new PipelineFixture();
    fixture.serviceBudget = Resources.of(amounts);
    return fixture;
  }

  PipelineFixture override(String param, String value) {
    overrides.put(param, value);
    return this;
  }

  Pipeline valid(String yaml) {
    return valid(tree(yaml));
  }

  Pipeline valid(@Nullable Object tree) {
    PipelineParser.Result result = new PipelineParser(serviceBudget).parse(tree, overrides);
    assertThat(result).isInstanceOf(Valid.class);
    return ((Valid) result).pipeline();
  }

  List<Problem> problems(String yaml) {
    return problems(tree(yaml));
  }

  List<Problem> problems(@Nullable Object tree) {
    PipelineParser.Result result = new PipelineParser(serviceBudget).parse(tree, overrides);
    assertThat(result).isInstanceOf(Invalid.class);
    return ((Invalid) result).problems();
  }

  /** A pipeline with one task, whose further fields are given. */
  TaskSpec task(String fields) {
    return valid(oneTask(fields)).tasks().getFirst();
  }

  /** The only problem of a pipeline with one task, whose further fields are given. */
  Problem problemOfTask(String fields) {
    List<Problem> problems = problems(oneTask(fields));
    assertThat(problems).hasSize(1);
    return problems.getFirst();
  }

  private static String oneTask(String fields) {
    return "{name: p, tasks: [{id: t, blocks: 4, " + fields + "}]}";
  }

  static @Nullable Object tree(String yaml) {
    DocumentReader.Result result = new DocumentReader().read(yaml, Format.YAML);
    assertThat(result).isInstanceOf(Readable.class);
    return ((Readable) result).tree();
  }
}
