package dev.yardmaster.pipeline;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Goal: name what a person probably meant. Constraints: bounded work, however many mistakes a
 * document has. Method: the word with the smallest edit distance, ignoring case, hyphens and
 * underscores, if it is at most a third of the word; before that, names that other systems use for
 * the same thing. Example: {@code maxWorker} is near {@code max_workers}; {@code needs} is {@code
 * after}.
 */
public final class Suggestions {

  /**
   * Pairs of words compared for one document. A document may name a hundred thousand unknown tasks;
   * after this many comparisons the messages go without a suggestion.
   */
  private static final int MAX_COMPARISONS = 20_000;

  /** Words longer than any name in a document are not compared. */
  private static final int MAX_LENGTH = 63;

  private int comparisonsLeft = MAX_COMPARISONS;

  Suggestions() {}

  /** The one of the known words that is spelled nearly so; empty where none is. */
  public static Optional<String> spelledLike(String word, Collection<String> known) {
    return word.length() > MAX_LENGTH
        ? Optional.empty()
        : new Suggestions().nearestBySpelling(bare(word), known);
  }

  /** {@code ; did you mean "x"?}, or nothing. */
  String forWord(String word, Collection<String> known) {
    return nearest(word, known)
        .map(found -> "; did you mean " + Words.quoted(found) + "?")
        .orElse("");
  }

  private Optional<String> nearest(String word, Collection<String> known) {
    if (word.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String bare = bare(word);
    String other = ofOtherSystems(bare);
    return known.contains(other) ? Optional.of(other) : nearestBySpelling(bare, known);
  }

  private Optional<String> nearestBySpelling(String bare, Collection<String> known) {
    String best = "";
    int bestDistance = bare.length() / 3 + 1;
    for (String candidate : known) {
      if (comparisonsLeft-- <= 0) {
        return Optional.empty();
      }
      int distance = distance(bare, bare(candidate), bestDistance);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** Our word for what other systems call so; empty where there is none. */
  private static String ofOtherSystems(String bare) {
    return switch (bare) {
      case "needs", "dependencies", "dependson", "upstream" -> "after";
      case "cmd", "args", "run", "script" -> "command";
      case "environment" -> "env";
      case "numworkers", "workers" -> "max_workers";
      case "restarts" -> "max_worker_restarts";
      case "retries" -> "max_retries";
      case "timeout" -> "block_timeout";
      case "budget" -> "resources";
      case "resources" -> "requires";
      case "parameters" -> "params";
      case "steps" -> "tasks";
      case "name" -> "id";
      case "id" -> "task";
      case "count" -> "blocks";
      default -> "";
    };
  }

  private static String bare(String word) {
    return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** Edit distance where a swap of neighbours counts once, or {@code enough} if it is not below. */
  private static int distance(String a, String b, int enough) {
    if (Math.abs(a.length() - b.length()) >= enough) {
      return enough;
    }
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(int[][] cost, String a, String b, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int shifted = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
    int cheapest = Math.min(replaced, shifted);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(cheapest, cost[i - 2][j - 2] + 1) : cheapest;
  }
}
