package dev.yardmaster.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.document.DocumentReader.Result.Readable;
import dev.yardmaster.pipeline.PipelineParser;
import dev.yardmaster.pipeline.PipelineParser.Result.Valid;
import dev.yardmaster.pipeline.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What people copy from is right: the reference and the examples. */
class PipelineReferenceTest {

  private static final Path REFERENCE = Path.of("docs", "pipeline.md");
  private static final Pattern WHOLE_PIPELINE = Pattern.compile("(?s)```yaml\n(name:.*?)```");

  @Test
  void pipelinesInTheReferenceAreValid() throws IOException {
    List<String> pipelines =
        WHOLE_PIPELINE
            .matcher(Files.readString(REFERENCE))
            .results()
            .map((MatchResult match) -> match.group(1))
            .toList();

    assertThat(pipelines).isNotEmpty().allSatisfy(yaml -> assertValid(yaml.getBytes("UTF-8")));
  }

  @Test
  void theReferenceKnowsEveryCode() throws IOException {
    String reference = Files.readString(REFERENCE);

    assertThat(ProblemCode.values())
        .allSatisfy(code -> assertThat(reference).contains("`" + code.code() + "`"));
  }

  @Test
  void theReferenceKnowsEveryField() throws IOException {
    String reference = Files.readString(REFERENCE);
    String message =
        new PipelineParser(null)
            .parse(Map.of("name", "p", "xxx", 1, "tasks", List.of(Map.of("yyy", 1))), Map.of())
            .toString();
    List<String> fields =
        Pattern.compile("the fields are ([a-z_, ]+)")
            .matcher(message)
            .results()
            .flatMap(match -> Stream.of(match.group(1).split(", ")))
            .toList();

    assertThat(fields)
        .hasSize(6 + 15)
        .allSatisfy(field -> assertThat(reference).contains("\n| `" + field + "` |"));
  }

  @Test
  void theExamplesAreValid() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("examples"))) {
      List<Path> pipelines =
          files.filter(file -> file.getFileName().toString().equals("pipeline.yaml")).toList();

      assertThat(pipelines)
          .isNotEmpty()
          .allSatisfy(pipeline -> assertValid(Files.readAllBytes(pipeline)));
    }
  }

  private static void assertValid(byte[] yaml) {
    DocumentReader.Result result = new DocumentReader().read(yaml, Format.YAML);
    assertThat(result).isInstanceOf(Readable.class);
    Object tree = ((Readable) result).tree();
    assertThat(new PipelineParser(null).parse(tree, Map.of())).isInstanceOf(Valid.class);
  }
}
