package dev.yardmaster.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** What {@code docker/Dockerfile} says, as far as a machine without an engine can follow it. */
final class Dockerfile {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern VARIABLE = Pattern.compile("(\\w+)=(\\S+)");

  private final List<String> instructions = new ArrayList<>();

  private Dockerfile(List<String> lines) {
    StringBuilder instruction = new StringBuilder();
    for (String line : lines) {
      if (!line.startsWith("#") && !line.isBlank()) {
        instruction.append(line.replaceFirst("\\\\$", " "));
        if (!line.endsWith("\\")) {
          instructions.add(instruction.toString().replaceAll("\\s+", " ").strip());
          instruction.setLength(0);
        }
      }
    }
  }

  static Dockerfile read() {
    try {
      return new Dockerfile(
          Files.readAllLines(Project.directory().resolve("docker").resolve("Dockerfile")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What follows the name of an instruction, each time it is there. */
  List<String> all(String instruction) {
    return instructions.stream()
        .filter(line -> line.startsWith(instruction + " "))
        .map(line -> line.substring(instruction.length() + 1))
        .toList();
  }

  /** The same, of the last stage: what the image itself consists of. */
  List<String> ofTheImage(String instruction) {
    int stage = 0;
    for (int line = 0; line < instructions.size(); line++) {
      stage = instructions.get(line).startsWith("FROM ") ? line : stage;
    }
    return instructions.subList(stage, instructions.size()).stream()
        .filter(line -> line.startsWith(instruction + " "))
        .map(line -> line.substring(instruction.length() + 1))
        .toList();
  }

  /** What a container runs, whatever it is told. */
  List<String> entrypoint() {
    return words(all("ENTRYPOINT").getLast());
  }

  /** What it is told when it is told nothing. */
  List<String> command() {
    return words(all("CMD").getLast());
  }

  /** What looks after its health. */
  List<String> healthCheck() {
    String check = all("HEALTHCHECK").getLast();
    return words(check.substring(check.indexOf('[')));
  }

  /** The environment of a container. */
  Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>();
    for (String instruction : ofTheImage("ENV")) {
      Matcher variable = VARIABLE.matcher(instruction);
      for (MatchResult found : variable.results().toList()) {
        variables.put(found.group(1), found.group(2));
      }
    }
    return variables;
  }

  private static List<String> words(String json) {
    return List.of(JSON.readValue(json, String[].class));
  }
}
