package dev.yardmaster.document;

import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.ProblemCode;
import dev.yardmaster.pipeline.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a tree from the events of a parser, whatever the format, and keeps it within bounds. Needs
 * no recursion; an alias shares what it repeats, so that memory follows the text and not what the
 * text unfolds to.
 */
final class TreeBuilder {

  /** Lists and objects inside each other. A pipeline needs 5; parsers of others may recurse. */
  static final int MAX_DEPTH = 50;

  /**
   * Values and characters after aliases are unfolded. Whoever walks over the tree sees no more than
   * this; a document without aliases stays far below.
   */
  static final long MAX_UNFOLDED = 4L * DocumentReader.MAX_BYTES;

  /** Keys that are there twice and listed; a person mends no more at once. */
  private static final int MAX_PROBLEMS = 100;

  private final Deque<Frame> frames = new ArrayDeque<>();
  private final List<Problem> problems = new ArrayList<>();
  private @Nullable Item root;
  private long unfolded;

  /**
   * A finished value.
   *
   * @param size values and characters in it, unfolded
   */
  record Item(@Nullable Object value, Places.Node node, long size) {}

  /** A list or object that is still open. */
  private static final class Frame {
    final @Nullable Map<String, @Nullable Object> object;
    final List<@Nullable Object> list = new ArrayList<>(0);
    final Places.Node node;
    final String token;
    final long sizeBefore;
    @Nullable String key;
    @Nullable Place keyPlace;
    boolean repeated;

    Frame(boolean isObject, Places.Node node, String token, long sizeBefore) {
      this.object = isObject ? new LinkedHashMap<>() : null;
      this.node = node;
      this.token = token;
      this.sizeBefore = sizeBefore;
    }
  }

  /** Whether the next scalar is a key. */
  boolean awaitsKey() {
    Frame frame = frames.peek();
    return frame != null && frame.object != null && frame.key == null;
  }

  void start(boolean isObject, Place place) {
    if (frames.size() == MAX_DEPTH) {
      throw UnreadableException.at(
          place,
          ProblemCode.TOO_DEEP,
          "more than " + MAX_DEPTH + " lists and objects inside each other; a pipeline needs 5");
    }
    long sizeBefore = unfolded;
    grow(1, place);
    frames.push(new Frame(isObject, new Places.Node(entryPlace(place)), token(), sizeBefore));
  }

  Item end() {
    Frame frame = frames.pop();
    Object value = frame.object == null ? frame.list : frame.object;
    Item item = new Item(value, frame.node, unfolded - frame.sizeBefore);
    attach(item);
    return item;
  }

  void key(String key, Place place) {
    grow(key.length(), place);
    Frame frame = Objects.requireNonNull(frames.peek());
    frame.key = key;
    frame.keyPlace = place;
    frame.repeated = frame.object != null && frame.object.containsKey(key);
    if (frame.repeated && problems.size() < MAX_PROBLEMS) {
      reportRepeated(key, place, frame.node.child(key));
    }
  }

  private void reportRepeated(String key, Place place, Places.@Nullable Node first) {
    String before = first == null ? "" : ", first in line " + first.place().line();
    problems.add(
        new Problem(
            pointer(),
            ProblemCode.DUPLICATE_KEY.code(),
            "%s: the key %s is there twice%s; leave one out"
                .formatted(place.inWords(), Words.quoted(key), before)));
  }

  /** A value without others in it. */
  Item scalar(@Nullable Object value, Place place) {
    long size = value instanceof String text ? 1L + text.length() : 1;
    grow(size, place);
    Item item = new Item(value, new Places.Node(entryPlace(place)), size);
    attach(item);
    return item;
  }

  /** What an alias stands for. */
  void repeat(Item item, Place place) {
    grow(item.size(), place);
    attach(new Item(item.value(), item.node().repeatedAt(entryPlace(place)), item.size()));
  }

  /** The whole document, or null where there was none. */
  @Nullable Item root() {
    return root;
  }

  List<Problem> problems() {
    return problems;
  }

  private void attach(Item item) {
    Frame frame = frames.peek();
    if (frame == null) {
      root = item;
    } else if (frame.object == null) {
      frame.list.add(item.value());
      frame.node.addItem(item.node());
    } else {
      String key = Objects.requireNonNull(frame.key);
      if (!frame.repeated) {
        frame.object.put(key, item.value());
        frame.node.addEntry(key, item.node());
      }
      frame.key = null;
    }
  }

  private void grow(long by, Place place) {
    unfolded += by;
    if (unfolded > MAX_UNFOLDED) {
      throw UnreadableException.at(
          place,
          ProblemCode.TOO_COMPLEX,
          "with its aliases unfolded the document has more than "
              + MAX_UNFOLDED
              + " values and characters; repeat less");
    }
  }

  /** An entry of an object is where its key is. */
  private Place entryPlace(Place place) {
    Frame frame = frames.peek();
    return frame == null || frame.keyPlace == null ? place : frame.keyPlace;
  }

  private String token() {
    Frame frame = frames.peek();
    if (frame == null) {
      return "";
    }
    return frame.key == null ? Integer.toString(frame.list.size()) : frame.key;
  }

  /** Of the object whose key was read last, and that key. */
  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    Iterator<Frame> outermostFirst = frames.descendingIterator();
    outermostFirst.next();
    outermostFirst.forEachRemaining(frame -> append(pointer, frame.token));
    append(pointer, token());
    return pointer.toString();
  }

  private static void append(StringBuilder pointer, String token) {
    pointer.append('/').append(token.replace("~", "~0").replace("/", "~1"));
  }
}
