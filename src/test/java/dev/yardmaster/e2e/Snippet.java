package dev.yardmaster.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A piece of a page that readers copy: what stands between two fences. Behind the language, the
 * opening fence says what it is for.
 *
 * @param place page and line, for messages
 * @param language such as {@code bash}; empty where none is named
 * @param use {@code run}: to be run as it is · {@code server}: a service that stays · {@code
 *     service}: to be run beside that service · {@code verify}: the tests · {@code file=NAME}: the
 *     content of a file · empty: to be read only
 * @param text its lines
 */
record Snippet(String place, String language, String use, String text) {

  private static final Pattern FENCE = Pattern.compile("```(\\S*) ?(.*)");

  /** All of a page, in order. */
  static List<Snippet> of(Path page) {
    try {
      return of(page.getFileName().toString(), Files.readAllLines(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Snippet> of(String page, List<String> lines) {
    List<Snippet> snippets = new ArrayList<>();
    for (int line = 0; line < lines.size(); line++) {
      Matcher fence = FENCE.matcher(lines.get(line));
      if (fence.matches()) {
        int end = line + 1 + lines.subList(line + 1, lines.size()).indexOf("```");
        String text = String.join("\n", lines.subList(line + 1, end)) + "\n";
        String place = page + ", line " + (line + 1);
        snippets.add(new Snippet(place, fence.group(1), fence.group(2), text));
        line = end;
      }
    }
    return snippets;
  }

  boolean isFor(String someUse) {
    return use.equals(someUse);
  }

  /** Whether it is meant for a shell. */
  boolean isCommand() {
    return language.equals("bash");
  }
}
