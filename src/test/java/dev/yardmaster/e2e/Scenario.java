package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** A kind of run, and how one of it has to end, however often service and workers are killed. */
enum Scenario {
  /**
   * Blocks that go well, one after another, on client workers; all of the first before the last.
   */
  CHAIN(
      """
      name: chain
      params: {pause_ms: 60}
      resources: {cpu: 6}
      tasks:
        - {id: first, blocks: 400, max_workers: 4, tags: [load], requires: {cpu: 1},
           min_binding: 0s, max_retries: 100, max_worker_restarts: 100000}
        - {id: second, blocks: 400, max_workers: 4, tags: [load], requires: {cpu: 1, gpu: 1},
           min_binding: 0s, max_retries: 100, max_worker_restarts: 100000, after: [{task: first}]}
        - {id: last, blocks: 1, tags: [load], max_retries: 100, max_worker_restarts: 100000,
           after: [{task: second, blocks: all}]}
      """) {
    @Override
    void check(RunPicture ended) {
      everyBlockIsDone(ended, "first", "second", "last");
    }
  },

  /** Blocks that fail once, and others that fail for good, with those that wait for them. */
  FLAKY(
      """
      name: flaky
      params: {pause_ms: 30, fails_once_every: 5, fails_for_good_every: 20}
      tasks:
        - {id: a, blocks: 120, max_workers: 4, tags: [load], max_retries: %d,
           max_worker_restarts: 100000}
        - {id: b, blocks: 120, max_workers: 4, tags: [load], max_retries: %1$d,
           max_worker_restarts: 100000, after: [{task: a}]}
      """
          .formatted(Scenario.FLAKY_RETRIES)) {
    @Override
    void check(RunPicture ended) {
      assertThat(ended.state()).as(ended.toString()).isEqualTo("failed");
      long failed = ended.task("a").counter("failed");
      assertThat(failed).as("0, 20, ..., 100 at least: %s", ended).isGreaterThanOrEqualTo(6);
      assertThat(ended.task("a").counter("completed")).isEqualTo(120 - failed);
      assertThat(ended.task("b").counter("orphaned")).as(ended.toString()).isEqualTo(failed);
      assertThat(List.of(ended.task("a").state(), ended.task("b").state())).containsOnly("done");
    }

    @Override
    int retries() {
      return FLAKY_RETRIES;
    }
  },

  /** A command that never works, and a task that waits for it. */
  DOOMED(
      """
      name: doomed
      tasks:
        - {id: x, blocks: 8, max_worker_restarts: 3, max_retries: 100, command: [sh, -c, exit 3]}
        - {id: y, blocks: 8, after: [{task: x}], command: [sh, -c, exit 3]}
      """) {
    @Override
    void check(RunPicture ended) {
      assertThat(ended.state()).as(ended.toString()).isEqualTo("failed");
      RunPicture.Task given = ended.task("x");
      assertThat(given.reason()).isEqualTo("restart_cap_exhausted");
      assertThat(given.counter("worker_starts")).as(ended.toString()).isEqualTo(4);
      assertThat(given.counter("worker_failures")).isEqualTo(4);
      assertThat(given.counter("worker_restarts")).isEqualTo(3);
      assertThat(given.counter("orphaned")).isEqualTo(8);
      assertThat(ended.task("y").reason()).isEqualTo("upstream_abandoned");
      assertThat(ended.task("y").counter("orphaned")).isEqualTo(8);
      assertThat(ended.task("y").counter("worker_starts")).isZero();
    }

    @Override
    boolean workersFailByThemselves() {
      return true;
    }
  },

  /** Somebody cancels it while it is worked on. */
  CANCELLED(
      """
      name: cancelled
      params: {pause_ms: 60}
      tasks:
        - {id: a, blocks: 1000000, max_workers: 4, tags: [load], max_retries: 100,
           max_worker_restarts: 100000}
        - {id: b, blocks: 1000000, max_workers: 4, tags: [load], max_retries: 100,
           max_worker_restarts: 100000, after: [{task: a}]}
      """) {
    @Override
    void check(RunPicture ended) {
      assertThat(ended.state()).as(ended.toString()).isEqualTo("cancelled");
      for (String task : List.of("a", "b")) {
        assertThat(ended.task(task).reason()).isEqualTo("cancelled");
        assertThat(ended.task(task).counter("orphaned")).isPositive();
        assertThat(ended.task(task).counter("failed")).isZero();
      }
    }
  },

  /** Nobody can serve it, and its time runs out. */
  FORGOTTEN(
      """
      name: forgotten
      timeout: 5s
      tasks:
        - {id: a, blocks: 10, tags: [nobody-offers-this]}
      """) {
    @Override
    void check(RunPicture ended) {
      assertThat(ended.state()).as(ended.toString()).isEqualTo("cancelled");
      assertThat(ended.why()).contains("5s");
      assertThat(ended.task("a").counter("orphaned")).isEqualTo(10);
      assertThat(ended.task("a").counter("worker_starts")).isZero();
    }
  },

  /** Commands of every mode. */
  COMMANDS(
      """
      name: commands
      tasks:
        - {id: stream, blocks: 100, max_workers: 2, max_retries: 100, max_worker_restarts: 100000,
           mode: stream, command: [python3, stream.py]}
        - {id: per-block, blocks: 6, max_workers: 2, max_retries: 100, max_worker_restarts: 100000,
           command: [sh, -c,
             'echo "$YARDMASTER_RUN/$YARDMASTER_TASK/$YARDMASTER_BLOCK" >>executed; sleep 0.1']}
        - {id: client, blocks: 40, max_workers: 2, max_retries: 100, max_worker_restarts: 100000,
           mode: client, command: [python3, client.py], after: [{task: per-block, blocks: all}]}
      """) {
    @Override
    void check(RunPicture ended) {
      everyBlockIsDone(ended, "stream", "per-block", "client");
    }
  },

  /** For the example of a client in Python. */
  PRIMES(
      """
      name: primes
      params: {numbers_per_block: 2000}
      tasks:
        - {id: count, blocks: 40, max_workers: 2, max_retries: 100, max_worker_restarts: 100000}
      """) {
    @Override
    void check(RunPicture ended) {
      everyBlockIsDone(ended, "count");
    }
  };

  private static final int FLAKY_RETRIES = 3;
  private static final int MANY_RETRIES = 100;

  private final String pipeline;

  Scenario(String pipeline) {
    this.pipeline = pipeline;
  }

  String pipeline() {
    return pipeline;
  }

  /** How its run has to have ended. */
  abstract void check(RunPicture ended);

  /** Of each of its tasks that has a worker at all. */
  int retries() {
    return MANY_RETRIES;
  }

  /** Whether its workers fail although nobody kills them. */
  boolean workersFailByThemselves() {
    return false;
  }

  private static void everyBlockIsDone(RunPicture ended, String... tasks) {
    assertThat(ended.state()).as(ended.toString()).isEqualTo("succeeded");
    for (String task : tasks) {
      RunPicture.Task done = ended.task(task);
      assertThat(done.counter("completed")).as(ended.toString()).isEqualTo(done.counter("total"));
      assertThat(done.counter("failed")).as(ended.toString()).isZero();
    }
  }
}
