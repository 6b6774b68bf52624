package dev.yardmaster.history;

import dev.yardmaster.scheduler.RunId;
import java.util.Optional;

/** Where histories outlive the service. Each call may wait, and fail with whatever the cause is. */
public interface HistoryStore {

  /** What there is of a run. */
  enum Kind {
    CURVES,
    TIMELINE
  }

  /** Takes the place of what was stored of that kind before. */
  void save(RunId run, Kind kind, byte[] payload);

  Optional<byte[]> load(RunId run, Kind kind);

  /** Deletes everything of a run. */
  void forget(RunId run);
}
