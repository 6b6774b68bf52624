package dev.yardmaster.cli.local;

import java.util.List;

/** The processes that this one has started, and those that they have. */
public final class Descendants {

  /** New ones may be born while the others die; each round leaves fewer who could bear them. */
  private static final int ROUNDS = 20;

  private Descendants() {}

  /** Kills all of them, for a process that is about to end without further ado. */
  public static void kill() {
    for (int round = 0; round < ROUNDS; round++) {
      List<ProcessHandle> alive = ProcessHandle.current().descendants().toList();
      if (alive.isEmpty()) {
        return;
      }
      alive.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
