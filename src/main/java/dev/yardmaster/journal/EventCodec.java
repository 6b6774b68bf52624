package dev.yardmaster.journal;

import dev.yardmaster.scheduler.event.Event;
import java.util.List;
import java.util.zip.DataFormatException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Durable events, as JSON (see {@link EventJson}), to a journal's payload and back. Not for use by
 * two threads at once.
 */
final class EventCodec {

  private static final TypeReference<List<Event.Durable>> EVENTS = new TypeReference<>() {};

  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final Payload payload = new Payload();

  EventCodec() {
    JsonMapper mapper = EventJson.mapper();
    writer = mapper.writerFor(EVENTS);
    reader = mapper.readerFor(EVENTS);
  }

  byte[] encode(List<Event.Durable> events) {
    return payload.of(writer.writeValueAsBytes(events));
  }

  /**
   * @throws UnreadableJournalException if this program cannot read it
   */
  List<Event.Durable> decode(byte[] stored) {
    try {
      return reader.readValue(payload.json(stored));
    } catch (JacksonException | DataFormatException | IllegalArgumentException e) {
      throw new UnreadableJournalException(
          "A stored batch cannot be read. Was it written by a newer version? " + e.getMessage(), e);
    }
  }
}
