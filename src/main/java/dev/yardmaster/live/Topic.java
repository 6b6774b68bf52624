package dev.yardmaster.live;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of which the latest win, as they were seen in pictures of the state.
 *
 * <p>A picture may be older than a client's snapshot and then says nothing to it, although it is
 * news to others; so each value has the batch of the last picture that showed it. Example: A is
 * seen at batch 5, the snapshot with B is of batch 7, A is seen again at batch 9: nothing has
 * changed here, and yet that client has to hear of A. So whatever is seen for the first time since
 * a snapshot counts as changed.
 */
final class Topic<K, V> {

  private static final class Latest<V> {
    V value;
    long version;
    long batch;

    Latest(V value) {
      this.value = value;
    }
  }

  private final int most;
  private final Map<K, Latest<V>> values = new LinkedHashMap<>();
  private long version;
  private long snapshot;

  /**
   * @param most values that are kept; the one that changed longest ago goes first
   */
  Topic(int most) {
    this.most = most;
  }

  /** Rises with each change. */
  long version() {
    return version;
  }

  /** Somebody has a snapshot of that batch. */
  void snapshotAt(long batch) {
    snapshot = Math.max(snapshot, batch);
  }

  void put(K key, V value, long batch) {
    Latest<V> latest = values.get(key);
    if (latest == null || latest.batch < snapshot || !latest.value.equals(value)) {
      values.remove(key);
      latest = new Latest<>(value);
      latest.version = ++version;
      values.put(key, latest);
      if (values.size() > most) {
        values.remove(values.keySet().iterator().next());
      }
    }
    latest.batch = Math.max(latest.batch, batch);
  }

  @Nullable V get(K key) {
    Latest<V> latest = values.get(key);
    return latest == null ? null : latest.value;
  }

  /** What changed after a version and was seen at that batch or later. */
  List<V> since(long seen, long batch) {
    List<V> fresh = new ArrayList<>();
    for (Latest<V> latest : values.values()) {
      if (latest.version > seen && latest.batch >= batch) {
        fresh.add(latest.value);
      }
    }
    return fresh;
  }

  void clear() {
    values.clear();
  }
}
