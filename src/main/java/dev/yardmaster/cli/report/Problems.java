package dev.yardmaster.cli.report;

import dev.yardmaster.cli.client.ProblemAnswer;
import java.util.List;

/** What is wrong with a pipeline, a line a problem, each with the file's name for editors. */
public final class Problems {

  private Problems() {}

  /** {@code pipeline.yaml: /tasks/2/requires/gpu: message [code]}. */
  public static List<String> lines(String file, List<ProblemAnswer.Item> problems) {
    return problems.stream()
        .map(problem -> file + ": " + place(problem.pointer()) + problem.message() + code(problem))
        .toList();
  }

  /** The empty pointer is the whole document. */
  private static String place(String pointer) {
    return pointer.isEmpty() ? "" : pointer + ": ";
  }

  private static String code(ProblemAnswer.Item problem) {
    return " [" + problem.code() + "]";
  }
}
