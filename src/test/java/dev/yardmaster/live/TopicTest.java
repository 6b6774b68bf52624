package dev.yardmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicTest {

  private final Topic<String, String> topic = new Topic<>(2);

  @Test
  void whatDidNotChangeIsNotNews() {
    topic.put("x", "A", 1);
    long seen = topic.version();
    topic.put("x", "A", 2);

    assertThat(topic.since(seen, 0)).isEmpty();
    topic.put("x", "B", 3);
    assertThat(topic.since(seen, 0)).containsExactly("B");
  }

  @Test
  void whatIsOlderThanASnapshotSaysNothingToItsClient() {
    topic.put("x", "A", 5);
    topic.snapshotAt(7);

    assertThat(topic.since(0, 7)).isEmpty();
  }

  /** The snapshot at 7 showed B; this topic never did. */
  @Test
  void whatWasOtherwiseInASnapshotIsNewsAgain() {
    topic.put("x", "A", 5);
    topic.snapshotAt(7);
    topic.put("y", "C", 8);
    assertThat(topic.since(0, 7)).containsExactly("C");
    long seen = topic.version();
    topic.put("x", "A", 9);

    assertThat(topic.since(seen, 7)).containsExactly("A");
  }

  @Test
  void onlySoManyAreKept() {
    topic.put("x", "A", 1);
    topic.put("y", "B", 1);
    topic.put("z", "C", 1);

    assertThat(topic.since(0, 0)).containsExactly("B", "C");
  }
}
