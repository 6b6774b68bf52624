package dev.yardmaster.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What workers know of their blocks, kept apart from the service to compare with what it says: once
 * it has accepted a block, that block is done, whatever happens to the service. Thread-safe.
 */
final class Ledger {

  private final Map<Block, String> accepted = new ConcurrentHashMap<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();

  /** A block of a task. */
  record Block(String task, long number) {}

  /** A worker was given a block. */
  void handedOut(Block block, String lease) {
    String done = accepted.get(block);
    if (done != null) {
      violation(block + " was accepted as " + done + ", and is handed out again as " + lease);
    }
  }

  /** The service has accepted a block. */
  void accepted(Block block, String lease) {
    String before = accepted.putIfAbsent(block, lease);
    if (before != null && !before.equals(lease)) {
      violation(block + " was accepted twice, as " + before + " and as " + lease);
    }
  }

  /** Something happened that must not. */
  void violation(String what) {
    violations.add(what);
  }

  /** How many blocks were accepted. */
  int size() {
    return accepted.size();
  }

  /** For each task, how many of its blocks were accepted. */
  Map<String, Long> sizes() {
    return accepted.keySet().stream().collect(groupingBy(Block::task, counting()));
  }

  List<String> violations() {
    return violations;
  }
}
