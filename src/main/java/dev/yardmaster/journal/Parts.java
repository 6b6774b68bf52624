package dev.yardmaster.journal;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A payload in parts of which each fits into a row. The last is not full, and so says that it is
 * the last; here they are put together again.
 */
final class Parts {

  /**
   * Bytes of a payload in one row. H2 takes a million; a document of the greatest length allowed,
   * which hardly can be compressed, has to fit in a few rows.
   */
  static final int MAX_PART = 500_000;

  private final ByteArrayOutputStream payload = new ByteArrayOutputStream();

  static List<byte[]> of(byte[] payload) {
    List<byte[]> parts = new ArrayList<>();
    for (int from = 0; from <= payload.length; from += MAX_PART) {
      parts.add(Arrays.copyOfRange(payload, from, Math.min(payload.length, from + MAX_PART)));
    }
    return parts;
  }

  /** Takes the next part; the whole payload, where it was the last. */
  Optional<byte[]> add(byte[] part) {
    payload.writeBytes(part);
    if (part.length == MAX_PART) {
      return Optional.empty();
    }
    byte[] whole = payload.toByteArray();
    payload.reset();
    return Optional.of(whole);
  }
}
