package dev.yardmaster.journal;

import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.zip.DataFormatException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Snapshots, as JSON in the way of {@link EventJson}, to a payload and back; bitmaps are written in
 * base 64. Not for use by two threads at once.
 */
final class SnapshotCodec {

  private final JsonMapper mapper = EventJson.mapper();
  private final Payload payload = new Payload();

  byte[] encode(ServiceSnapshot service) {
    return payload.of(mapper.writeValueAsBytes(service));
  }

  byte[] encode(RunSnapshot run) {
    return payload.of(mapper.writeValueAsBytes(run));
  }

  /**
   * @throws UnreadableJournalException if this program cannot read it
   */
  ServiceSnapshot decodeService(byte[] stored) {
    return decode(stored, ServiceSnapshot.class);
  }

  /**
   * @throws UnreadableJournalException if this program cannot read it
   */
  RunSnapshot decodeRun(byte[] stored) {
    return decode(stored, RunSnapshot.class);
  }

  private <T> T decode(byte[] stored, Class<T> type) {
    try {
      return mapper.readValue(payload.json(stored), type);
    } catch (JacksonException | DataFormatException | IllegalArgumentException e) {
      throw new UnreadableJournalException(
          "A stored snapshot cannot be read. Was it written by a newer version? " + e.getMessage(),
          e);
    }
  }
}
