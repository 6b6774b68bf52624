package dev.yardmaster.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.document.DocumentReader.Result;
import dev.yardmaster.document.DocumentReader.Result.Readable;
import dev.yardmaster.document.DocumentReader.Result.Unreadable;
import dev.yardmaster.pipeline.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DocumentReaderTest {

  private final DocumentReader reader = new DocumentReader();

  @Test
  void yamlAndJsonGiveTheSameTree() {
    String json = "{\"a\": [1, -2.5, true, null, \"x\\u00fc\\n\"], \"b\": {\"c\": {}}}";

    Object expected =
        Map.of("a", Arrays.asList(1, -2.5, true, null, "xü\n"), "b", Map.of("c", Map.of()));
    assertThat(tree(json, Format.JSON)).isEqualTo(expected);
    assertThat(tree(json, Format.YAML)).isEqualTo(expected);
  }

  @Test
  void yamlIsThatOf2009() {
    assertThat(
            tree(
                "[yes, no, on, off, y, 12:30, 2026-07-04, 2026-07-04T12:00:00Z, 1_000, =, .5a]",
                Format.YAML))
        .isEqualTo(
            List.of(
                "yes",
                "no",
                "on",
                "off",
                "y",
                "12:30",
                "2026-07-04",
                "2026-07-04T12:00:00Z",
                "1_000",
                "=",
                ".5a"));
    assertThat(tree("[true, False, ~, null, '', 017, 0o17, 0x1F, 1e3, .5]", Format.YAML))
        .isEqualTo(Arrays.asList(true, false, null, null, "", 17, 15, 31, 1000.0, 0.5));
  }

  @Test
  void quotesAndTheTextTagMakeText() {
    assertThat(tree("['1', \"true\", !!str 1, ! 1]", Format.YAML))
        .isEqualTo(List.of("1", "true", "1", "1"));
  }

  @Test
  void keysAreText() {
    assertThat(tree("{1: a, true: b, ~: c, 2026-07-04: d}", Format.YAML))
        .isEqualTo(Map.of("1", "a", "true", "b", "~", "c", "2026-07-04", "d"));
  }

  @Test
  void aliasesRepeat() {
    assertThat(tree("{a: &x [1, &y 2], b: *x, c: *y}", Format.YAML))
        .isEqualTo(Map.of("a", List.of(1, 2), "b", List.of(1, 2), "c", 2));
  }

  @Test
  void aByteOrderMarkIsNoText() {
    assertThat(tree("\uFEFF{\"a\": 1}", Format.JSON)).isEqualTo(Map.of("a", 1));
    assertThat(tree("\uFEFFa: 1", Format.YAML)).isEqualTo(Map.of("a", 1));
  }

  @Test
  void longDigitsAreNotConverted() {
    String digits = "7".repeat(65);

    assertThat(tree("[" + digits + "]", Format.YAML)).isEqualTo(List.of(digits));
    assertThat(codes("[" + digits + "]", Format.JSON)).containsExactly("syntax");
  }

  @Test
  void aMessageBeginsWithLineAndColumn() {
    assertThat(message("name: p\ntasks: [", Format.YAML)).startsWith("line 2, column ");
    assertThat(message("a: 1\nb: 2\na: 3\n", Format.YAML))
        .isEqualTo(
            "line 3, column 1: the key \"a\" is there twice, first in line 1; leave one out");
    assertThat(message("{\n  \"a\": 1,\n  \"a\": 2\n}", Format.JSON))
        .isEqualTo(
            "line 3, column 3: the key \"a\" is there twice, first in line 2; leave one out");
    assertThat(message("{\n  \"a\": 1,\n}", Format.JSON)).startsWith("line 3, column 1");
    assertThat(message("a: x\nb: \u0000", Format.YAML)).startsWith("line 2, column 4");
  }

  @Test
  void everyRepeatedKeyIsNamedAndSoIsWhatComesAfter() {
    assertThat(codes("{a: 1, a: 2, b: {c: 1, c: {}}, d: !x 1}", Format.YAML))
        .containsExactly("duplicate_key", "duplicate_key", "unsupported_yaml");
    assertThat(problems("{a: 1, a: 2, b: [0, {c: 1, c: {}}]}", Format.YAML))
        .extracting(Problem::pointer)
        .containsExactly("/a", "/b/1/c");
  }

  @Test
  void jsonIsOnlyJson() {
    for (String text :
        List.of("{a: 1}", "{\"a\": 1,}", "// x\n{}", "{'a': 1}", "[NaN]", "[01]", "{", "[1 2]")) {
      assertThat(codes(text, Format.JSON)).as(text).containsExactly("syntax");
    }
    assertThat(codes("{} {}", Format.JSON)).containsExactly("several_documents");
    assertThat(codes("  ", Format.JSON)).containsExactly("empty_document");
    assertThat(codes("[".repeat(51), Format.JSON)).containsExactly("too_deep");
  }

  @Test
  void onlyUtf8IsText() {
    byte[] latin1 = "name: \u00fc".getBytes(StandardCharsets.ISO_8859_1);
    byte[] utf16 = "name: p".getBytes(StandardCharsets.UTF_16);

    for (byte[] bytes : List.of(latin1, utf16)) {
      assertThat(((Unreadable) reader.read(bytes, Format.YAML)).problems())
          .extracting(Problem::code)
          .containsExactly("not_utf8");
    }
  }

  @Test
  void aStreamIsNotReadBeyondTheLimit() throws IOException {
    byte[] bytes = new byte[3 * DocumentReader.MAX_BYTES];
    Arrays.fill(bytes, (byte) ' ');
    InputStream stream = new ByteArrayInputStream(bytes);

    Result result = reader.read(stream, Format.YAML);

    assertThat(((Unreadable) result).problems())
        .extracting(Problem::code)
        .containsExactly("document_too_large");
    assertThat(stream.available()).isEqualTo(2 * DocumentReader.MAX_BYTES - 1);
  }

  @Test
  void fiftyLevelsAreFine() {
    String deep = "[".repeat(50) + "]".repeat(50);

    assertThat(reader.read(deep, Format.YAML)).isInstanceOf(Readable.class);
    assertThat(reader.read(deep, Format.JSON)).isInstanceOf(Readable.class);
  }

  /** Nine levels of nine: 400 million values in 400 bytes. */
  @Test
  @Timeout(60)
  void aliasesThatMultiplyAreStopped() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      String alias = "*a" + (i - 1);
      bomb.append(
          "a%d: &a%d [%s]\n"
              .formatted(
                  i,
                  i,
                  String.join(
                      ", ",
                      List.of(alias, alias, alias, alias, alias, alias, alias, alias, alias))));
    }

    assertThat(codes(bomb.toString(), Format.YAML)).containsExactly("too_complex");
  }

  @Test
  void aLongTextThatIsRepeatedOftenIsStopped() {
    String bomb = "a: &a " + "x".repeat(500_000) + "\nb: [" + "*a, ".repeat(10) + "]";

    assertThat(codes(bomb, Format.YAML)).containsExactly("too_complex");
  }

  @Test
  void tooManyAliasesAreStopped() {
    assertThat(codes("a: &a 1\nb: [" + "*a, ".repeat(10_001) + "]", Format.YAML))
        .containsExactly("too_complex");
    assertThat(reader.read("a: &a 1\nb: [" + "*a, ".repeat(10_000) + "]", Format.YAML))
        .isInstanceOf(Readable.class);
  }

  @Test
  @Timeout(120)
  void aLargeDocumentOfAnyKindIsQuick() {
    int half = DocumentReader.MAX_BYTES / 16;
    List<String> documents =
        List.of(
            "[" + "[],".repeat(half / 2) + "[]]",
            "[" + "1,".repeat(half) + "1]",
            "[".repeat(2 * half),
            "{".repeat(2 * half),
            "- ".repeat(half),
            "a: ".repeat(half / 2),
            "? ".repeat(half),
            "\"" + "\\\"".repeat(half) + "\"",
            "&a ".repeat(half / 2),
            "!".repeat(2 * half),
            "%".repeat(2 * half),
            "9".repeat(2 * half),
            "a".repeat(2 * half),
            "a: |\n" + " \n".repeat(half),
            "\n".repeat(2 * half),
            "{" + "a,".repeat(half) + "}",
            distinctKeys(80_000),
            distinctKeys(20_000).replace("}", "," + distinctKeys(20_000).substring(1)));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (String document : documents) {
      for (Format format : Format.values()) {
        long start = threads.getCurrentThreadCpuTime();
        reader.read(document, format);
        long seconds = (threads.getCurrentThreadCpuTime() - start) / 1_000_000_000;
        // Each takes a tenth of this or less; a reader of quadratic time would take minutes.
        assertThat(seconds).as("%s as %s", document.substring(0, 20), format).isLessThan(5);
      }
    }
  }

  private static String distinctKeys(int count) {
    StringBuilder keys = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      keys.append('"').append(i).append("\":1,");
    }
    return keys.append("\"x\":1}").toString();
  }

  /** Whatever bytes come, there is a tree or a list of problems. */
  @Test
  void noTextMakesItThrow() {
    Random random = new Random(20_260_704);
    String alphabet = "{}[]:,-?&*!|>'\"%@`#~ \n\t\\ab01.<=\u0000\u0085\ufeffü";
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(30); i >= 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      for (Format format : Format.values()) {
        if (reader.read(text.toString(), format) instanceof Unreadable unreadable) {
          assertThat(unreadable.problems()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void noEscapeMakesItThrow() {
    for (String text :
        List.of(
            "\"\\ud800\"",
            "\"\\udc00x\"",
            "\"\\ud83d\\ude80\"",
            "\"\\UFFFFFFFF\"",
            "\"\\U00110000\"",
            "\"\\x\"",
            "\"\\u12\"",
            "!<%zz> a",
            "!%ff a",
            "%YAML 9.9\n---\na",
            "%TAG ! !\n---\n!x a",
            "*",
            "&",
            "a: *\u0000",
            "--- |9999999999\n a",
            "--- >-0\n a")) {
      for (Format format : Format.values()) {
        assertThat(reader.read(text, format)).as(text).isNotNull();
      }
    }
  }

  @Test
  void valuesAreFoundInTheText() {
    Result result =
        reader.read(
            "name: p\ntasks:\n  - id: a\n    blocks: 4\n  - {id: b, after: [{task: a}]}\n",
            Format.YAML);
    Places places = ((Readable) result).places();

    assertThat(places.of("")).isEqualTo(new Place(1, 1));
    assertThat(places.of("/tasks")).isEqualTo(new Place(2, 1));
    assertThat(places.of("/tasks/0")).isEqualTo(new Place(3, 5));
    assertThat(places.of("/tasks/0/blocks")).isEqualTo(new Place(4, 5));
    assertThat(places.of("/tasks/1/after/0/task")).isEqualTo(new Place(5, 22));
    assertThat(places.of("/tasks/0/missing/deeper")).isEqualTo(new Place(3, 5));
    assertThat(places.of("/tasks/7")).isEqualTo(new Place(2, 1));
    assertThat(places.inWords(new Problem("/tasks/0/blocks", "negative", "is wrong")))
        .isEqualTo("line 4, column 5: is wrong");
  }

  @Test
  void anAliasIsFoundWhereItStands() {
    Result result = reader.read("a: &x\n  k: 1\nb: *x\n", Format.YAML);
    Places places = ((Readable) result).places();

    assertThat(places.of("/b")).isEqualTo(new Place(3, 1));
    assertThat(places.of("/b/k")).isEqualTo(new Place(2, 3));
  }

  @Test
  void pointersAreUnescaped() {
    Result result = reader.read("{\"x\": 1,\n \"a/b~c\": 2}", Format.JSON);

    assertThat(((Readable) result).places().of("/a~1b~0c")).isEqualTo(new Place(2, 2));
  }

  private Object tree(String text, Format format) {
    Result result = reader.read(text, format);
    assertThat(result).isInstanceOf(Readable.class);
    return ((Readable) result).tree();
  }

  private List<Problem> problems(String text, Format format) {
    Result result = reader.read(text, format);
    assertThat(result).isInstanceOf(Unreadable.class);
    return new ArrayList<>(((Unreadable) result).problems());
  }

  private List<String> codes(String text, Format format) {
    return problems(text, format).stream().map(Problem::code).toList();
  }

  private String message(String text, Format format) {
    return problems(text, format).getFirst().message();
  }
}
