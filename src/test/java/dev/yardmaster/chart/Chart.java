package dev.yardmaster.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The chart, and what Helm makes of it. */
public final class Chart {

  static final Path DIRECTORY = Path.of("helm", "yardmaster").toAbsolutePath();

  /** What it is rendered for: a version that is supported now. */
  private static final String KUBERNETES = "1.34.0";

  private static final JsonMapper JSON = new JsonMapper();

  private Chart() {}

  /** The names of the files that it is rendered with in tests, {@code ci/NAME-values.yaml}. */
  static Stream<String> samples() {
    try (Stream<Path> files = Files.list(DIRECTORY.resolve("ci"))) {
      return files
          .map(file -> file.getFileName().toString().replace("-values.yaml", ""))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path sample(String name) {
    return DIRECTORY.resolve("ci").resolve(name + "-values.yaml");
  }

  /**
   * What Helm would send to a cluster, as release {@code night} in the name space {@code yards}.
   * The library keeps hooks to itself, such as the pod of {@code helm test}; here they are hooks by
   * another name, {@code unhooked}, so that they can be seen.
   *
   * @param temporary a folder to work in
   * @throws IllegalStateException with Helm's words, where it refuses
   */
  public static List<Manifest> render(Path values, Path temporary) {
    Path copy =
        copy(temporary.resolve("rendered"), text -> text.replace("helm.sh/hook:", "unhooked:"));
    return manifests(copy, values);
  }

  private static List<Manifest> manifests(Path copy, Path values) {
    String text =
        new Helm(copy)
            .template()
            .withName("night")
            .withNamespace("yards")
            .withKubeVersion(KUBERNETES)
            .withValuesFile(values)
            .call();
    List<Manifest> manifests = new ArrayList<>();
    for (Object document : new Yaml().loadAll(text)) {
      if (document != null) {
        manifests.add(new Manifest(JSON.valueToTree(document)));
      }
    }
    return manifests;
  }

  /**
   * What Helm says after an installation. It says that in a cluster alone; here it says it in a
   * document.
   */
  static String notes(Path values, Path temporary) {
    Path copy = copy(temporary.resolve("noted"), text -> text);
    Path notes = copy.resolve("templates").resolve("NOTES.txt");
    try {
      String text = Files.readString(notes);
      Files.delete(notes);
      write(
          copy.resolve("templates").resolve("notes.yaml"),
          "{{- define \"notes\" }}"
              + text
              + "{{- end }}\nnotes: {{ include \"notes\" . | toJson }}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return manifests(copy, values).stream()
        .map(manifest -> manifest.at("/notes"))
        .filter(said -> !said.isMissingNode())
        .findFirst()
        .orElseThrow()
        .asString();
  }

  /** {@code helm lint --strict}, with these values in place of the chart's own. */
  static LintResult lint(Path values, Path temporary) {
    Path copy = copy(temporary.resolve("linted"), text -> text);
    Map<String, Object> merged = map(read(DIRECTORY.resolve("values.yaml")));
    merge(merged, map(read(values)));
    write(copy.resolve("values.yaml"), new Yaml().dump(merged));
    return new Helm(copy).lint().strict().call();
  }

  private static Path copy(Path parent, UnaryOperator<String> change) {
    Path copy = parent.resolve("yardmaster");
    try (Stream<Path> files = Files.walk(DIRECTORY)) {
      for (Path file : files.toList()) {
        Path target = copy.resolve(DIRECTORY.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.writeString(target, change.apply(Files.readString(file)));
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A YAML file. */
  static Object read(Path file) {
    try {
      return new Yaml().load(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A YAML text. */
  static Object parse(String yaml) {
    return new Yaml().load(yaml);
  }

  static JsonNode tree(Object yaml) {
    return JSON.valueToTree(yaml);
  }

  private static void merge(Map<String, Object> into, Map<String, Object> values) {
    values.forEach(
        (key, value) -> {
          if (value instanceof Map && into.get(key) instanceof Map<?, ?> before) {
            Map<String, Object> inner = map(before);
            merge(inner, map(value));
            into.put(key, inner);
          } else {
            into.put(key, value);
          }
        });
  }

  private static Map<String, Object> map(Object yaml) {
    Map<String, Object> map = new TreeMap<>();
    ((Map<?, ?>) yaml).forEach((key, value) -> map.put((String) key, value));
    return map;
  }
}
