package dev.yardmaster.e2e;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Where workers note what the service has told them, a line each, before they go on. It is with the
 * system as soon as it is written, so that a worker's {@code kill -9} loses at most what it has not
 * noted yet. {@link Ledger} reads it. Thread-safe.
 */
final class LedgerFile implements AutoCloseable {

  /** The first word of a line; the others are parted by tabs. */
  enum Entry {
    /** Task of a run, block, attempt, lease: done. */
    DONE,
    /** Task of a run, block, attempt, lease: the failed attempt was accepted. */
    FAILED,
    /** Task of a run, block: the task had ended before. */
    LATE,
    /** Something happened that must not: a text. */
    VIOLATION
  }

  private final OutputStream file;

  private LedgerFile(OutputStream file) {
    this.file = file;
  }

  static LedgerFile create(Path file) {
    try {
      return new LedgerFile(
          Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The service has accepted what became of a block. */
  void accepted(Ledger.Block block, int attempt, String lease, boolean done) {
    write(
        done ? Entry.DONE : Entry.FAILED,
        block.task(),
        Long.toString(block.number()),
        Integer.toString(attempt),
        lease);
  }

  void late(Ledger.Block block) {
    write(Entry.LATE, block.task(), Long.toString(block.number()));
  }

  void violation(String what) {
    write(Entry.VIOLATION, what.replaceAll("\\s+", " "));
  }

  private synchronized void write(Entry entry, String... words) {
    try {
      String line = entry + "\t" + String.join("\t", words) + "\n";
      file.write(line.getBytes(StandardCharsets.UTF_8));
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
