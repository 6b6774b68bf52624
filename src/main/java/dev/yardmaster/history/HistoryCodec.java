package dev.yardmaster.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Histories as they are stored: a byte that says how, then deflated JSON. Fields may be added
 * (absent means: as before) but none lost or renamed.
 */
final class HistoryCodec {

  private static final int DEFLATED_JSON = 1;

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private HistoryCodec() {}

  static byte[] encode(Object history) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(DEFLATED_JSON);
    try (OutputStream deflated = new DeflaterOutputStream(bytes)) {
      deflated.write(JSON.writeValueAsBytes(history));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws IllegalStateException if it is of a version that is not known here
   */
  static <T> T decode(byte[] payload, Class<T> type) {
    if (payload.length == 0 || payload[0] != DEFLATED_JSON) {
      throw new IllegalStateException("This history was stored by another version.");
    }
    InputStream bytes = new ByteArrayInputStream(payload, 1, payload.length - 1);
    try (InputStream inflated = new InflaterInputStream(bytes)) {
      return JSON.readValue(inflated, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
