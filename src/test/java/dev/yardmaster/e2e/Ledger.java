package dev.yardmaster.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What all workers know of their blocks, kept apart from the service to compare with what it says:
 * once it has accepted a block, that block is done, whatever happens to the service. Reads their
 * {@link LedgerFile}s, also while they are written. For one thread, but for {@link #follow}.
 */
final class Ledger {

  /**
   * A block of a task.
   *
   * @param task with its run, such as {@code load-1/first}
   */
  record Block(String task, long number) {

    String run() {
      return task.substring(0, task.indexOf('/'));
    }

    /** The task's name in its run. */
    String taskId() {
      return task.substring(task.indexOf('/') + 1);
    }
  }

  /** An attempt at a block. */
  record Attempt(Block block, int number) {}

  private final Map<Path, Long> files = new ConcurrentHashMap<>();
  private final Map<Block, String> done = new HashMap<>();
  private final Set<Attempt> failed = new HashSet<>();
  private final Set<Block> late = new HashSet<>();
  private final List<String> violations = new ArrayList<>();

  /** Reads this file too, which may not be there yet. */
  void follow(Path file) {
    files.put(file, 0L);
  }

  /** Reads what was written since the last time. */
  void update() {
    files.replaceAll(this::read);
  }

  private long read(Path file, long from) {
    if (!Files.exists(file)) {
      return from;
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) (channel.size() - from));
      channel.position(from);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // until it is all there
      }
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      // Whoever was killed while it wrote has left half a line, and knows nothing of it.
      String lines = text.substring(0, text.lastIndexOf('\n') + 1);
      lines.lines().forEach(line -> enter(line.split("\t")));
      return from + lines.getBytes(StandardCharsets.UTF_8).length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void enter(String[] words) {
    switch (LedgerFile.Entry.valueOf(words[0])) {
      case DONE -> done(block(words), words[4]);
      case FAILED -> failed.add(new Attempt(block(words), Integer.parseInt(words[3])));
      case LATE -> late.add(block(words));
      case VIOLATION -> violations.add(words[1]);
    }
  }

  private static Block block(String[] words) {
    return new Block(words[1], Long.parseLong(words[2]));
  }

  private void done(Block block, String lease) {
    String before = done.putIfAbsent(block, lease);
    if (before != null && !before.equals(lease)) {
      violations.add(block + " was accepted twice, as " + before + " and as " + lease);
    }
  }

  /** The lease under which each block was accepted as done. */
  Map<Block, String> done() {
    return done;
  }

  /** Of each task, with its run, how many blocks were accepted as done. */
  Map<String, Long> sizes() {
    return done.keySet().stream().collect(groupingBy(Block::task, counting()));
  }

  /** The attempts that were accepted as failed. */
  Set<Attempt> failed() {
    return failed;
  }

  /** The blocks whose tasks had ended when they were reported. */
  Set<Block> late() {
    return late;
  }

  List<String> violations() {
    return violations;
  }
}
