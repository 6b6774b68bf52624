package dev.yardmaster.worker.command.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one worker's commands print, in a file that cannot grow without end: when it is
 * full it becomes {@code NAME.1}, replacing the one before. Thread-safe. A full disk never disturbs
 * the work: what cannot be written is lost.
 */
public final class OutputLog implements AutoCloseable {

  /** Two of these a worker: a day of chatty work, without filling a laptop's disk. */
  static final long MAX_BYTES = 16L << 20;

  private final Path file;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable OutputStream out;
  private long size;

  /**
   * Opens the log for appending.
   *
   * @throws UncheckedIOException if the file or its directory cannot be made
   */
  public OutputLog(Path file) {
    this(file, MAX_BYTES);
  }

  OutputLog(Path file, long maxBytes) {
    this.file = file;
    this.maxBytes = maxBytes;
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      out = open();
      size = Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the log of commands " + file, e);
    }
  }

  /** Writes a line that says whose output follows. */
  public void heading(String text) {
    byte[] line = ("--- " + text + "\n").getBytes(StandardCharsets.UTF_8);
    write(line, line.length);
  }

  void write(byte[] bytes, int length) {
    lock.lock();
    try {
      if (size + length > maxBytes) {
        rotate();
      }
      if (out != null) {
        out.write(bytes, 0, length);
        size += length;
      }
    } catch (IOException e) {
      closeQuietly();
    } finally {
      lock.unlock();
    }
  }

  private void rotate() throws IOException {
    closeQuietly();
    Path old = file.resolveSibling(file.getFileName() + ".1");
    Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
    out = open();
    size = 0;
  }

  private OutputStream open() throws IOException {
    return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void closeQuietly() {
    if (out != null) {
      try {
        out.close();
      } catch (IOException e) {
        // nothing more can be done for a log
      }
      out = null;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closeQuietly();
    } finally {
      lock.unlock();
    }
  }
}
