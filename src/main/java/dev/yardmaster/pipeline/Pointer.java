package dev.yardmaster.pipeline;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document. Kept as a chain and written out only for a problem, because a document has
 * a place for every dependency and hardly ever a problem.
 */
record Pointer(@Nullable Pointer parent, String token) {

  static final Pointer ROOT = new Pointer(null, "");

  /**
   * Longest key that a pointer names. Beyond it the pointer stays at the object around, or one huge
   * key that many aliases share would be repeated in every problem.
   */
  private static final int MAX_TOKEN = 256;

  Pointer child(String key) {
    return key.length() > MAX_TOKEN ? this : new Pointer(this, key);
  }

  Pointer child(int index) {
    return new Pointer(this, Integer.toString(index));
  }

  /** As RFC 6901 writes it: {@code ~} is {@code ~0}, {@code /} is {@code ~1}. */
  String text() {
    Deque<String> tokens = new ArrayDeque<>();
    for (Pointer place = this; place.parent != null; place = place.parent) {
      tokens.addFirst(place.token.replace("~", "~0").replace("/", "~1"));
    }
    StringBuilder text = new StringBuilder();
    tokens.forEach(token -> text.append('/').append(token));
    return text.toString();
  }
}
