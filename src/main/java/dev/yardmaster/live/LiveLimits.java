package dev.yardmaster.live;

import java.time.Duration;

/** The bounds of what is pushed, and why they are where they are. */
final class LiveLimits {

  /** Connections at once; each has buffers in the server. More than a company's screens. */
  static final int MAX_CLIENTS = 2_000;

  /** Runs that one client follows by name; a screen shows fewer. */
  static final int MAX_NAMES = 64;

  /** Characters of a run's name: the longest pipeline name and a number are shorter. */
  static final int MAX_NAME = 100;

  /** Bytes of a message from a client: as many names as it may have. */
  static final int MAX_INBOUND = 8 * 1024;

  /** Runs that the snapshot of all runs shows, newest first. */
  static final int MAX_RUNS = 100;

  /** Tasks in one message of counters: some 25 kB, so that it takes a second of a poor line. */
  static final int MAX_TASKS = 100;

  /** Messages that wait for one client. Events are rare; behind by more than this is away. */
  static final int MAX_QUEUED = 1_000;

  /** Bytes that wait for one client; what it shares with others is counted for each. */
  static final long MAX_QUEUED_BYTES = 1_000_000;

  /**
   * Bytes of messages that go out together. When two hundred workers begin at once, a thousand who
   * watch would else cost the service two hundred thousand system calls.
   */
  static final int MAX_TOGETHER = 16 * 1024;

  /** A message that is not taken within this time stopped at a full window: the client hangs. */
  static final Duration SEND_WITHIN = Duration.ofSeconds(20);

  /** What the server waits for: a ping, or a word to say that this is the end. */
  static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  static final Duration PING_EVERY = Duration.ofSeconds(20);

  /** Three pings without an answer. */
  static final Duration SILENT_FOR = Duration.ofSeconds(60);

  /** What an eye can follow; ten a second. */
  static final Duration COUNTERS_EVERY = Duration.ofMillis(100);

  /** Why a task waits is worked out on the writer's thread. */
  static final Duration EXPLAIN_EVERY = Duration.ofSeconds(1);

  /** Time between two explanations of a run, for each of its tasks: at most 0.1 % of the writer. */
  static final Duration EXPLAIN_A_TASK = Duration.ofMillis(2);

  /** Budgets, workers and sums of runs are read on the writer's thread. */
  static final Duration PULSE_EVERY = Duration.ofMillis(500);

  /** Also when nothing is committed: a task's claim begins by waiting alone (semantics §7). */
  static final Duration LOOK_ANYWAY = Duration.ofSeconds(2);

  /** Bytes a second of counters for a client, below what a poor line carries. */
  static final long BYTES_A_SECOND = 40_000;

  /**
   * Messages of counters a second, to all clients together. Each message costs some 20 µs of system
   * calls, and of these and the next two kinds together there are a thousand a second: with a
   * thousand clients each of them gets counters every two seconds.
   */
  static final int COUNTERS_A_SECOND = 600;

  /** Messages a second on the service's budget, to all clients together. */
  static final int BUDGETS_A_SECOND = 250;

  /** Messages a second on the budgets of runs, to all clients together. */
  static final int RUN_BUDGETS_A_SECOND = 150;

  /** Snapshots that are read at once; a thousand clients come back together after a restart. */
  static final int SNAPSHOTS_AT_ONCE = 4;

  /** After a snapshot could not be read: the service is being rebuilt. */
  static final Duration SNAPSHOT_AGAIN = Duration.ofSeconds(1);

  private LiveLimits() {}
}
