package dev.yardmaster.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.document.DocumentReader.Result.Readable;
import dev.yardmaster.document.DocumentReader.Result.Unreadable;
import dev.yardmaster.pipeline.PipelineParser;
import dev.yardmaster.pipeline.PipelineParser.Result.Invalid;
import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.ProblemCode;
import dev.yardmaster.pipeline.Resources;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that can be wrong with a document, each with the place and the code it gets. */
class BadDocumentsTest {

  private static final Resources SERVICE_BUDGET = Resources.of(Map.of("cpu", 8L, "gpu", 1L));

  /** A document and the only problem that it has. */
  record Bad(String code, String pointer, String yaml) {
    static Bad document(String code, String pointer, String yaml) {
      return new Bad(code, pointer, yaml);
    }

    /** A pipeline of one task with further fields. */
    static Bad task(String code, String pointer, String fields) {
      String yaml = "{name: p, tasks: [{id: t, blocks: 4, " + fields + "}]}";
      return new Bad(code, "/tasks/0" + pointer, yaml);
    }

    /** A pipeline with further fields and a good task. */
    static Bad pipeline(String code, String pointer, String fields) {
      return new Bad(code, pointer, "{name: p, tasks: [{id: t, blocks: 4}], " + fields + "}");
    }

    /** Two tasks a and b of 4 and 8 blocks with further fields. */
    static Bad pair(String code, String pointer, String ofA, String ofB) {
      String yaml =
          "{name: p, tasks: [{id: a, blocks: 4, " + ofA + "}, {id: b, blocks: 8, " + ofB + "}]}";
      return new Bad(code, pointer, yaml);
    }
  }

  static Stream<Bad> texts() {
    return Stream.of(
        Bad.document("document_too_large", "", "#".repeat((1 << 20) + 1)),
        Bad.document("empty_document", "", ""),
        Bad.document("empty_document", "", "# nothing but a comment\n"),
        Bad.document("syntax", "", "name: [p"),
        Bad.document("syntax", "", "name: p\n\ttasks: []"),
        Bad.document("syntax", "", "name: p\n  tasks: []"),
        Bad.document("syntax", "", "name: \"\u0007\""),
        Bad.document("duplicate_key", "/name", "name: p\ntasks: [{id: t, blocks: 1}]\nname: q"),
        Bad.document("duplicate_key", "/tasks/1/id", "tasks: [{id: a}, {id: b, id: c}]"),
        Bad.document("several_documents", "", "name: p\n---\nname: q"),
        Bad.document("unsupported_yaml", "", "!!java.net.URL [\"http://localhost\"]"),
        Bad.document("unsupported_yaml", "", "name: !local p"),
        Bad.document("unsupported_yaml", "", "a: &a {x: 1}\nb: {<<: *a}"),
        Bad.document("unsupported_yaml", "", "{[a, b]: c}"),
        Bad.document("unsupported_yaml", "", "a: *nowhere"),
        Bad.document("unsupported_yaml", "", "a: &a [*a]"),
        Bad.document("too_deep", "", "[".repeat(51) + "]".repeat(51)));
  }

  static Stream<Bad> values() {
    return Stream.of(
        Bad.document("wrong_type", "", "just text"),
        Bad.document("wrong_type", "", "[a, b]"),
        Bad.document("wrong_type", "", "null"),
        Bad.document("missing_field", "/name", "tasks: [{id: t, blocks: 1}]"),
        Bad.document("missing_field", "/name", "{name: , tasks: [{id: t, blocks: 1}]}"),
        Bad.document("missing_field", "/tasks", "name: p"),
        Bad.document("missing_field", "/tasks/0/id", "{name: p, tasks: [{blocks: 1}]}"),
        Bad.document("missing_field", "/tasks/0/blocks", "{name: p, tasks: [{id: t}]}"),
        Bad.document("wrong_type", "/tasks", "{name: p, tasks: {id: t}}"),
        Bad.document("wrong_type", "/tasks/0", "{name: p, tasks: [t]}"),
        Bad.document("no_tasks", "/tasks", "{name: p, tasks: []}"),
        Bad.document("wrong_type", "/name", "{name: 7, tasks: [{id: t, blocks: 1}]}"),
        Bad.document("invalid_name", "/name", "{name: Deepfield, tasks: [{id: t, blocks: 1}]}"),
        Bad.document("invalid_name", "/name", "{name: -p, tasks: [{id: t, blocks: 1}]}"),
        Bad.document(
            "invalid_name", "/name", "{name: " + "p".repeat(64) + ", tasks: [{id: t, blocks: 1}]}"),
        Bad.document("invalid_name", "/tasks/0/id", "{name: p, tasks: [{id: ../t, blocks: 1}]}"),
        Bad.document("invalid_name", "/tasks/0/id", "{name: p, tasks: [{id: '', blocks: 1}]}"),
        Bad.pipeline("unknown_field", "/task", "task: []"),
        Bad.pipeline("unknown_field", "/a~1b~0c", "a/b~c: 1"),
        Bad.pipeline("unknown_field", "", "? " + "k".repeat(257) + "\n: 1"),
        Bad.pipeline("wrong_type", "/resources", "resources: "),
        Bad.pipeline("wrong_type", "/resources", "resources: [cpu]"),
        Bad.pipeline("wrong_type", "/resources/cpu", "resources: {cpu: '4'}"),
        Bad.pipeline("wrong_type", "/resources/cpu", "resources: {cpu: }"),
        Bad.pipeline("not_whole", "/resources/cpu", "resources: {cpu: 0.5}"),
        Bad.pipeline("not_whole", "/resources/cpu", "resources: {cpu: .nan}"),
        Bad.pipeline("not_whole", "/resources/cpu", "resources: {cpu: .inf}"),
        Bad.pipeline("negative", "/resources/cpu", "resources: {cpu: -1}"),
        Bad.pipeline("too_large", "/resources/cpu", "resources: {cpu: 9007199254740992}"),
        Bad.pipeline("too_large", "/resources/cpu", "resources: {cpu: 1e300}"),
        Bad.pipeline("too_large", "/resources/cpu", "resources: {cpu: 99999999999999999999999999}"),
        Bad.pipeline("invalid_name", "/resources/my cpu", "resources: {my cpu: 1}"),
        Bad.pipeline("too_many", "/resources", "resources: " + entries(33, "r", "1")),
        Bad.pipeline("invalid_duration", "/timeout", "timeout: 30"),
        Bad.pipeline("invalid_duration", "/timeout", "timeout: soon"),
        Bad.pipeline("invalid_duration", "/timeout", "timeout: 1.5h"),
        Bad.pipeline("wrong_type", "/timeout", "timeout: [1h]"),
        Bad.pipeline("too_small", "/timeout", "timeout: 0s"),
        Bad.pipeline("negative", "/timeout", "timeout: PT-1S"),
        Bad.pipeline("too_large", "/timeout", "timeout: 366d"),
        Bad.pipeline("invalid_choice", "/on_abandon", "on_abandon: continue"),
        Bad.pipeline("wrong_type", "/on_abandon", "on_abandon: true"),
        Bad.pipeline("wrong_type", "/params", "params: [a]"),
        Bad.pipeline("wrong_type", "/params/a", "params: {a: [1]}"),
        Bad.pipeline("wrong_type", "/params/a", "params: {a: }"),
        Bad.pipeline("invalid_name", "/params/a-b", "params: {a-b: 1}"),
        Bad.pipeline("ambiguous_name", "/params/image", "params: {Image: 1, image: 2}"),
        Bad.pipeline("too_large", "/params/a", "params: {a: 9223372036854775808}"),
        Bad.pipeline("too_large", "/params/a", "params: {a: .inf}"),
        Bad.pipeline("invalid_text", "/params/a", "params: {a: \"x\\0\"}"),
        Bad.pipeline("too_many", "/params", "params: " + entries(129, "p", "1")),
        Bad.pipeline("too_long", "/params", "params: {a: " + "x".repeat(16_384) + "}"));
  }

  static Stream<Bad> tasks() {
    return Stream.of(
        Bad.task("unknown_field", "/worker", "worker: 1"),
        Bad.task("too_small", "/max_workers", "max_workers: 0"),
        Bad.task("negative", "/max_workers", "max_workers: -1"),
        Bad.task("too_large", "/max_workers", "max_workers: 1000001"),
        Bad.task("not_whole", "/max_workers", "max_workers: 1.5"),
        Bad.task("wrong_type", "/max_workers", "max_workers: four"),
        Bad.task("negative", "/max_worker_restarts", "max_worker_restarts: -1"),
        Bad.task("negative", "/max_retries", "max_retries: -1"),
        Bad.task("too_large", "/max_retries", "max_retries: 101"),
        Bad.task("negative", "/requires/cpu", "requires: {cpu: -2}"),
        Bad.task("wrong_type", "/requires", "requires: 4"),
        Bad.task("invalid_duration", "/block_timeout", "block_timeout: 600"),
        Bad.task("too_small", "/block_timeout", "block_timeout: 0ms"),
        Bad.task("too_small", "/ask_within", "ask_within: 0s"),
        Bad.task("negative", "/min_binding", "min_binding: -PT1S"),
        Bad.task("wrong_type", "/tags", "tags: linux"),
        Bad.task("wrong_type", "/tags/1", "tags: [linux, 64]"),
        Bad.task("wrong_type", "/tags/0", "tags: [~]"),
        Bad.task("invalid_name", "/tags/0", "tags: ['high memory']"),
        Bad.task("too_many", "/tags", "tags: [" + "t, ".repeat(33) + "]"),
        Bad.task("invalid_choice", "/block_failure", "block_failure: ignore"),
        Bad.task("wrong_type", "/command", "command: python3 detect.py"),
        Bad.task("wrong_type", "/command", "command: "),
        Bad.task("wrong_type", "/command/1", "command: [sleep, 5]"),
        Bad.task("wrong_type", "/command/0", "command: [[a]]"),
        Bad.task("empty_command", "/command", "command: []"),
        Bad.task("empty_command", "/command", "command: ['', a]"),
        Bad.task("invalid_text", "/command/1", "command: [a, \"\\0\"]"),
        Bad.task("too_many", "/command", "command: [" + "a, ".repeat(1_025) + "]"),
        Bad.task("too_long", "/command", "command: [a, " + "x".repeat(32_768) + "]"),
        Bad.task("invalid_choice", "/mode", "command: [a], mode: streem"),
        Bad.task("mode_without_command", "/mode", "mode: stream"),
        Bad.task("mode_without_command", "/mode", "mode: per_block"),
        Bad.task("env_without_command", "/env", "env: {A: b}"),
        Bad.task("wrong_type", "/env/A", "command: [a], env: {A: [b]}"),
        Bad.task("wrong_type", "/env/A", "command: [a], env: {A: }"),
        Bad.task("invalid_name", "/env/A=B", "command: [a], env: {A=B: c}"),
        Bad.task("reserved_name", "/env/YARDMASTER_RUN", "command: [a], env: {YARDMASTER_RUN: c}"),
        Bad.task("too_many", "/env", "command: [a], env: " + entries(129, "E", "1")),
        Bad.task("too_long", "/env", "command: [a], env: {A: " + "x".repeat(32_768) + "}"),
        Bad.task("wrong_type", "/after/0", "after: [a]"),
        Bad.task("wrong_type", "/after", "after: a"),
        Bad.task("missing_field", "/after/0/task", "after: [{blocks: all}]"),
        Bad.task("no_budget", "/requires/tpu", "requires: {tpu: 1}"),
        Bad.task("exceeds_budget", "/requires/gpu", "requires: {gpu: 2}"));
  }

  static Stream<Bad> graphs() {
    return Stream.of(
        Bad.document(
            "duplicate_id",
            "/tasks/1/id",
            "{name: p, tasks: [{id: t, blocks: 1}, {id: t, blocks: 1}]}"),
        Bad.pair("unknown_task", "/tasks/1/after/0/task", "tags: []", "after: [{task: c}]"),
        Bad.pair(
            "unknown_field",
            "/tasks/1/after/0/when",
            "tags: []",
            "after: [{task: a, blocks: all, when: done}]"),
        Bad.pair("self_dependency", "/tasks/0/after/0/task", "after: [{task: a}]", "tags: []"),
        Bad.pair(
            "duplicate_dependency",
            "/tasks/1/after/1/task",
            "tags: []",
            "after: [{task: a, blocks: all}, {task: a, blocks: all}]"),
        Bad.pair("blocks_unsaid", "/tasks/1/after/0", "tags: []", "after: [{task: a}]"),
        Bad.pair(
            "blocks_differ",
            "/tasks/1/after/0/blocks",
            "tags: []",
            "after: [{task: a, blocks: matching}]"),
        Bad.pair(
            "invalid_choice",
            "/tasks/1/after/0/blocks",
            "tags: []",
            "after: [{task: a, blocks: some}]"),
        Bad.pair(
            "cycle",
            "/tasks/0/after/0",
            "after: [{task: b, blocks: all}]",
            "after: [{task: a, blocks: all}]"));
  }

  private static String entries(int count, String prefix, String value) {
    StringBuilder entries = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      entries.append(prefix).append(i).append(": ").append(value).append(", ");
    }
    return entries.append('}').toString();
  }

  @ParameterizedTest
  @MethodSource({"texts", "values", "tasks", "graphs"})
  void isRefusedWithItsCodeAtItsPlace(Bad bad) {
    assertThat(problems(bad.yaml()))
        .extracting(problem -> problem.code() + " at " + problem.pointer())
        .containsExactly(bad.code() + " at " + bad.pointer());
  }

  @ParameterizedTest
  @MethodSource({"texts", "values", "tasks", "graphs"})
  void saysWhatToDoOnOneShortLine(Bad bad) {
    for (Problem problem : problems(bad.yaml())) {
      assertThat(problem.message()).hasSizeBetween(20, 400).doesNotContainPattern("\\p{Cntrl}");
    }
  }

  @Test
  void everyCodeIsOfSomeBadDocument() {
    TreeSet<String> codes = new TreeSet<>();
    Stream.of(texts(), values(), tasks(), graphs())
        .flatMap(rows -> rows)
        .forEach(bad -> codes.add(bad.code()));
    // Each of these has a test of its own: bytes, aliases, overrides, a flood of problems.
    codes.addAll(List.of("not_utf8", "too_complex", "unknown_param", "more_problems"));

    assertThat(codes)
        .containsExactlyElementsOf(
            Stream.of(ProblemCode.values()).map(ProblemCode::code).sorted().toList());
  }

  private static List<Problem> problems(String yaml) {
    return switch (new DocumentReader().read(yaml, Format.YAML)) {
      case Unreadable unreadable -> unreadable.problems();
      case Readable readable -> {
        PipelineParser parser = new PipelineParser(SERVICE_BUDGET);
        yield ((Invalid) parser.parse(readable.tree(), Map.of())).problems();
      }
    };
  }
}
