package dev.yardmaster.history;

import dev.yardmaster.scheduler.RunId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A database by hand, which may be away. */
final class MemoryStore implements HistoryStore {

  record Key(RunId run, Kind kind) {}

  final Map<Key, byte[]> stored = new ConcurrentHashMap<>();
  int saves;
  boolean away;

  @Override
  public void save(RunId run, Kind kind, byte[] payload) {
    check();
    saves++;
    stored.put(new Key(run, kind), payload);
  }

  @Override
  public Optional<byte[]> load(RunId run, Kind kind) {
    check();
    return Optional.ofNullable(stored.get(new Key(run, kind)));
  }

  @Override
  public void forget(RunId run) {
    stored.keySet().removeIf(key -> key.run().equals(run));
  }

  private void check() {
    if (away) {
      throw new IllegalStateException("the database is away");
    }
  }

  Curves curves(RunId run) {
    return HistoryCodec.decode(load(run, Kind.CURVES).orElseThrow(), Curves.class);
  }

  Timeline timeline(RunId run) {
    return HistoryCodec.decode(load(run, Kind.TIMELINE).orElseThrow(), Timeline.class);
  }
}
