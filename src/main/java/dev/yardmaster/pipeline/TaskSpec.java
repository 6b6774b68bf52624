package dev.yardmaster.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One step of a pipeline, cut into blocks.
 *
 * @param id unique in its pipeline
 * @param blocks how many blocks, 0 to 2^40
 * @param after what has to be done first
 * @param requires what one worker takes while it is bound
 * @param tags what a worker must offer
 * @param maxWorkers at most this many workers at once, at least 1
 * @param maxWorkerRestarts worker starts allowed beyond the first {@code maxWorkers}, at least 0
 * @param maxRetries failed attempts of one block that are tried again, at least 0
 * @param blockTimeout how long one attempt may take, more than zero
 * @param askWithin how long a bound worker without a lease may stay away, more than zero
 * @param minBinding how old a binding must be before fairness or balance may end it
 * @param blockFailure what a failed block does to its worker
 * @param command what a command worker runs; null where workers bring their own code
 * @param mode how a command meets its blocks
 * @param env additional environment of the command
 */
public record TaskSpec(
    String id,
    long blocks,
    List<Dependency> after,
    Resources requires,
    SortedSet<String> tags,
    int maxWorkers,
    int maxWorkerRestarts,
    int maxRetries,
    Duration blockTimeout,
    Duration askWithin,
    Duration minBinding,
    BlockFailure blockFailure,
    @Nullable List<String> command,
    Mode mode,
    Map<String, String> env) {

  public TaskSpec {
    after = List.copyOf(after);
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
    command = command == null ? null : List.copyOf(command);
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
  }

  /** Worker starts that this task may use in all (semantics I5). */
  public long startBudget() {
    return (long) maxWorkers + maxWorkerRestarts;
  }

  /** What this task needs of a worker's kind: a command needs somebody who runs commands. */
  public WorkerKind workerKind() {
    return command == null ? WorkerKind.CLIENT : WorkerKind.COMMAND;
  }

  /** One task that has to be done first. */
  public record Dependency(String task, Blocks blocks) {}

  /** Which blocks of an upstream task a block waits for. */
  public enum Blocks {
    /** Block i waits for block i; both tasks have equally many. */
    MATCHING,
    /** Every block waits for all blocks. */
    ALL
  }

  /** What a failed block does to its worker. */
  public enum BlockFailure {
    /** The binding ends dirty: there is no state to lose, and a broken function is soon noticed. */
    ENDS_WORKER,
    /** The block is retried like any other and the worker goes on. */
    CONTINUES
  }

  /** How a command meets its blocks. */
  public enum Mode {
    /** Started once per block; the exit code is the result. */
    PER_BLOCK,
    /** Started once per binding; one line of JSON per block in, one out. */
    STREAM,
    /** Started once per binding; speaks the worker protocol itself. */
    CLIENT
  }
}
