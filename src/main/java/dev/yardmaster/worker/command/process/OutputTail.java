package dev.yardmaster.worker.command.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The last bytes of an endless output. Thread-safe. */
final class OutputTail {

  /** Enough for a stack trace's interesting end, small enough for a row of the audit trail. */
  static final int CAPACITY = 4096;

  private final byte[] ring = new byte[CAPACITY];
  private long written;

  synchronized void append(byte[] bytes, int length) {
    int from = Math.max(0, length - CAPACITY);
    for (int i = from; i < length; i++) {
      ring[(int) ((written + i) % CAPACITY)] = bytes[i];
    }
    written += length;
  }

  /**
   * The kept end as text, without trailing blanks. A character cut in half at the front is dropped,
   * and control characters become blanks: databases refuse NUL, terminals obey escapes.
   */
  synchronized String text() {
    int size = (int) Math.min(written, CAPACITY);
    byte[] kept = new byte[size];
    for (int i = 0; i < size; i++) {
      kept[i] = ring[(int) ((written - size + i) % CAPACITY)];
    }
    String text = new String(withoutHalfCharacter(kept), StandardCharsets.UTF_8);
    return printable(text).stripTrailing();
  }

  private byte[] withoutHalfCharacter(byte[] kept) {
    if (written <= CAPACITY) {
      return kept;
    }
    int start = 0;
    while (start < Math.min(4, kept.length) && (kept[start] & 0xC0) == 0x80) {
      start++;
    }
    return Arrays.copyOfRange(kept, start, kept.length);
  }

  private static String printable(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.chars()
        .forEach(
            c ->
                result.append(
                    Character.isISOControl(c) && c != '\n' && c != '\t' ? ' ' : (char) c));
    return result.toString();
  }
}
