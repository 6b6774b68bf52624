package dev.yardmaster.document;

import dev.yardmaster.pipeline.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the values of a document are in its text, to show a problem beside its line. */
public final class Places {

  private final Node root;

  Places(Node root) {
    this.root = root;
  }

  /**
   * The place of a value, or of the nearest object or list around it if it is not there.
   *
   * @param pointer as RFC 6901 writes it, such as {@code /tasks/2/id}
   */
  public Place of(String pointer) {
    Node node = root;
    String[] tokens = pointer.split("/", -1);
    for (int i = 1; i < tokens.length; i++) {
      Node child = node.child(tokens[i].replace("~1", "/").replace("~0", "~"));
      if (child == null) {
        break;
      }
      node = child;
    }
    return node.place();
  }

  /** Such as {@code line 3, column 5: "max_workers" of task "detect" is 0; …}. */
  public String inWords(Problem problem) {
    return of(problem.pointer()).inWords() + ": " + problem.message();
  }

  /** The places of one value and those in it; lean, because every value has one. */
  static final class Node {

    private final int line;
    private final int column;
    private final List<Node> children;
    private final List<String> keys;

    Node(Place place) {
      this(place, new ArrayList<>(0), new ArrayList<>(0));
    }

    private Node(Place place, List<Node> children, List<String> keys) {
      this.line = place.line();
      this.column = place.column();
      this.children = children;
      this.keys = keys;
    }

    /** The same value once more, where an alias repeats it. */
    Node repeatedAt(Place place) {
      return new Node(place, children, keys);
    }

    void addItem(Node item) {
      children.add(item);
    }

    void addEntry(String key, Node value) {
      keys.add(key);
      children.add(value);
    }

    @Nullable Node child(String token) {
      int index = keys.isEmpty() ? number(token) : keys.indexOf(token);
      return index >= 0 && index < children.size() ? children.get(index) : null;
    }

    Place place() {
      return new Place(line, column);
    }

    private static int number(String token) {
      return token.matches("[0-9]{1,9}") ? Integer.parseInt(token) : -1;
    }
  }
}
