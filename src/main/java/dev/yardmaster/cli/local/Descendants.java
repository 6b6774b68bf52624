package dev.yardmaster.cli.local;

import java.util.List;

/** The processes that this one has started, and those that they have. */
public final class Descendants {

  /** New ones may be born while the others die; each round leaves fewer who could bear them. */
  private static final int ROUNDS = 20;

  /** Names the shell that sweeps up what is left once this process is gone; it ends by itself. */
  private static final String GUARD = "yardmaster-guard";

  private Descendants() {}

  /** Kills all of them, for a process that is about to end without further ado. */
  public static void kill() {
    for (int round = 0; round < ROUNDS; round++) {
      List<ProcessHandle> alive =
          ProcessHandle.current().descendants().filter(each -> !isGuard(each)).toList();
      if (alive.isEmpty()) {
        return;
      }
      alive.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean isGuard(ProcessHandle process) {
    return process.info().arguments().map(List::of).orElse(List.of()).contains(GUARD);
  }
}
