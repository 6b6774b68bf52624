package dev.yardmaster.scheduler.frontier;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Bitmaps as bytes and back. An empty one is no bytes at all: most are. */
final class Bitmaps {

  private Bitmaps() {}

  static byte[] write(Roaring64Bitmap bitmap) {
    if (bitmap.isEmpty()) {
      return new byte[0];
    }
    bitmap.runOptimize();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      bitmap.serializePortable(new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws UncheckedIOException if the bytes are not a bitmap
   */
  static Roaring64Bitmap read(byte[] bytes) {
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    if (bytes.length > 0) {
      try {
        bitmap.deserializePortable(new DataInputStream(new ByteArrayInputStream(bytes)));
      } catch (IOException damaged) {
        throw new UncheckedIOException("a stored bitmap of blocks is damaged", damaged);
      }
    }
    return bitmap;
  }
}
