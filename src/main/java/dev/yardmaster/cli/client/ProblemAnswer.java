package dev.yardmaster.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem document (RFC 9457).
 *
 * @param code stable and machine-readable
 * @param remedy what to do about it
 * @param problems set for a refused pipeline: everything that is wrong with it
 */
public record ProblemAnswer(
    int status,
    @Nullable String code,
    @Nullable String title,
    @Nullable String detail,
    @Nullable String remedy,
    @Nullable List<Item> problems) {

  public ProblemAnswer {
    problems = problems == null ? List.of() : List.copyOf(problems);
  }

  @Override
  public List<Item> problems() {
    return problems == null ? List.of() : problems;
  }

  /** One thing that is wrong, and where, as a JSON pointer. */
  public record Item(String pointer, String code, String message) {}

  ProblemAnswer withStatus(int status) {
    return new ProblemAnswer(status, code, title, detail, remedy, problems);
  }

  /** What it says, in the most precise words that it has, and what to do. */
  public String text() {
    String what = detail != null ? detail : title;
    String said = what == null ? "it answered with status " + status : what;
    return remedy == null ? said : sentence(said) + " " + remedy;
  }

  private static String sentence(String text) {
    return text.matches("(?s).*[.!?]") ? text : text + ".";
  }
}
