package dev.yardmaster.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client by hand: it takes what is sent at once, or when it is told to. */
final class FakeLine implements Line {

  private static final JsonMapper JSON = new JsonMapper();

  private final List<JsonNode> got = new ArrayList<>();
  private @Nullable Consumer<@Nullable Throwable> open;
  private boolean stands;
  int texts;
  int pings;
  int closed;
  String reason = "";

  /** From now on nothing comes through, as if the process were suspended. */
  void stands() {
    stands = true;
  }

  /** What was on its way comes through, and all that follows. */
  void goesOn() {
    stands = false;
    Consumer<@Nullable Throwable> over = open;
    open = null;
    if (over != null) {
      over.accept(null);
    }
  }

  @Override
  public void send(String text, Consumer<@Nullable Throwable> over) {
    if (open != null) {
      throw new AssertionError("the last message is not over");
    }
    texts++;
    JsonNode message = JSON.readTree(text);
    if (message.isArray()) {
      message.forEach(got::add);
    } else {
      got.add(message);
    }
    if (stands) {
      open = over;
    } else {
      over.accept(null);
    }
  }

  @Override
  public void ping() {
    pings++;
  }

  @Override
  public void close(int code, String why) {
    closed = code;
    reason = why;
  }

  /** Everything that it got, in order. */
  List<JsonNode> messages() {
    return List.copyOf(got);
  }

  List<JsonNode> messages(String type) {
    return got.stream().filter(message -> message.path("type").asString().equals(type)).toList();
  }

  JsonNode last(String type) {
    return Objects.requireNonNull(messages(type).getLast());
  }
}
