package dev.yardmaster.journal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * JSON to what a column holds and back: one byte for the format, then the JSON as it is or
 * deflated. Not for use by two threads at once.
 */
final class Payload {

  /** The JSON as it is. */
  static final byte PLAIN = 1;

  /** The JSON, deflated (raw, without header) with {@link #DICTIONARY}. */
  static final byte DEFLATED = 2;

  /** Below this, deflating saves nothing worth the time. */
  private static final int DEFLATE_FROM = 64;

  /** What an inflated payload takes at most; more is not one of ours. */
  private static final int MAX_JSON = 1 << 28;

  /**
   * What payloads look like, most frequent last: the usual one, one block back and one out, is
   * written in a quarter of the room. Part of the format: a change needs a new format byte.
   */
  private static final byte[] DICTIONARY =
      ("\"error\":\"exit code 1\",\"charged\":{\"lease\":,\"attempt\":2,\"result\":\"RETRY\"}},"
           + "{\"event\":\"task_done\",\"task\":\"{\"event\":\"run_ended\",\"run\":\""
           + "\",\"state\":\"SUCCEEDED\"}{\"event\":\"worker_removed\",\"worker\":1,"
           + "\"lost\":false,\"why\":\"{\"event\":\"binding_end_told\",\"binding\":1}"
           + "{\"event\":\"binding_ending\",\"binding\":\",\"end\":\"DIRTY\",\"RETIRED\""
           + "{\"event\":\"binding_ended\",\"binding\":1,\"end\":\"DRAINED\",\"why\":\""
           + "{\"event\":\"binding_started\",\"binding\":1,\"task\":\"\",\"worker\":1},2,\"r\",\"exit"
           + " code 1\"]],2,\"f\",\""
           + "[{\"event\":\"blocks_released\",\"binding\":1,\"task\":\"-1/\",\"results\":[[1,0]]},"
           + "{\"event\":\"blocks_leased\",\"binding\":1,\"task\":\"-1/\",\"first_lease\":1,"
           + "\"blocks\":\"0-63\"},{\"event\":\"blocks_released\",\"binding\":")
          .getBytes(StandardCharsets.US_ASCII);

  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final Inflater inflater = new Inflater(true);

  byte[] of(byte[] json) {
    ByteArrayOutputStream payload = new ByteArrayOutputStream(json.length + 1);
    if (json.length < DEFLATE_FROM) {
      payload.write(PLAIN);
      payload.writeBytes(json);
    } else {
      payload.write(DEFLATED);
      deflate(json, payload);
    }
    return payload.toByteArray();
  }

  /**
   * @throws DataFormatException if it is not in a format that this program knows
   */
  byte[] json(byte[] payload) throws DataFormatException {
    byte format = payload.length == 0 ? 0 : payload[0];
    ByteArrayOutputStream json = new ByteArrayOutputStream(4 * payload.length);
    switch (format) {
      case PLAIN -> json.write(payload, 1, payload.length - 1);
      case DEFLATED -> inflate(payload, json);
      default -> throw new DataFormatException("Its format is " + format + ", known are 1 and 2.");
    }
    return json.toByteArray();
  }

  private void deflate(byte[] json, ByteArrayOutputStream into) {
    deflater.reset();
    deflater.setDictionary(DICTIONARY);
    deflater.setInput(json);
    deflater.finish();
    byte[] buffer = new byte[4096];
    while (!deflater.finished()) {
      into.write(buffer, 0, deflater.deflate(buffer));
    }
  }

  private void inflate(byte[] payload, ByteArrayOutputStream into) throws DataFormatException {
    inflater.reset();
    inflater.setDictionary(DICTIONARY);
    inflater.setInput(payload, 1, payload.length - 1);
    byte[] buffer = new byte[4096];
    while (!inflater.finished()) {
      int length = inflater.inflate(buffer);
      if (length == 0 || into.size() > MAX_JSON) {
        throw new DataFormatException("It ends too early, or not at all.");
      }
      into.write(buffer, 0, length);
    }
  }
}
