package dev.yardmaster.pipeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Collects what is wrong with one document, in the order in which it is found. */
final class Problems {

  private final List<Problem> found = new ArrayList<>();
  private final Suggestions suggestions = new Suggestions();
  private int notListed;

  /** The spot's label begins the message. */
  void add(Spot spot, ProblemCode code, String text) {
    add(spot.at(), code, spot.label() + " " + text);
  }

  void add(Pointer at, ProblemCode code, String message) {
    if (found.size() < Limits.MAX_PROBLEMS) {
      found.add(new Problem(at.text(), code.code(), message));
    } else {
      notListed++;
    }
  }

  /** {@code ; did you mean "x"?}, or nothing; nothing too once the message would not be listed. */
  String suggest(String word, Collection<String> known) {
    return found.size() < Limits.MAX_PROBLEMS ? suggestions.forWord(word, known) : "";
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Problem> all() {
    List<Problem> all = new ArrayList<>(found);
    if (notListed > 0) {
      all.add(
          new Problem(
              "",
              ProblemCode.MORE_PROBLEMS.code(),
              notListed + " more problems are not listed; mend these first and try again"));
    }
    return List.copyOf(all);
  }
}
