package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A task for a test: one block, one client worker, the documented defaults otherwise. */
public final class TaskBuilder {

  private final String id;
  private long blocks = 1;
  private final List<Dependency> after = new ArrayList<>();
  private final TreeMap<String, Long> requires = new TreeMap<>();
  private final TreeSet<String> tags = new TreeSet<>();
  private int maxWorkers = 1;
  private int maxWorkerRestarts = 10;
  private int maxRetries = 2;
  private Duration blockTimeout = Duration.ofMinutes(10);
  private Duration askWithin = Duration.ofMinutes(10);
  private Duration minBinding = Duration.ZERO;
  private BlockFailure blockFailure = BlockFailure.CONTINUES;
  private List<String> command = List.of();
  private Mode mode = Mode.CLIENT;

  private TaskBuilder(String id) {
    this.id = id;
  }

  public static TaskBuilder task(String id) {
    return new TaskBuilder(id);
  }

  public TaskBuilder blocks(long count) {
    blocks = count;
    return this;
  }

  public TaskBuilder matching(String... upstream) {
    for (String each : upstream) {
      after.add(new Dependency(each, Blocks.MATCHING));
    }
    return this;
  }

  public TaskBuilder all(String... upstream) {
    for (String each : upstream) {
      after.add(new Dependency(each, Blocks.ALL));
    }
    return this;
  }

  public TaskBuilder requires(String key, long amount) {
    requires.put(key, amount);
    return this;
  }

  public TaskBuilder tags(String... names) {
    tags.addAll(List.of(names));
    return this;
  }

  public TaskBuilder maxWorkers(int count) {
    maxWorkers = count;
    return this;
  }

  public TaskBuilder maxWorkerRestarts(int count) {
    maxWorkerRestarts = count;
    return this;
  }

  public TaskBuilder maxRetries(int count) {
    maxRetries = count;
    return this;
  }

  public TaskBuilder blockTimeout(Duration duration) {
    blockTimeout = duration;
    askWithin = duration;
    return this;
  }

  public TaskBuilder askWithin(Duration duration) {
    askWithin = duration;
    return this;
  }

  public TaskBuilder minBinding(Duration duration) {
    minBinding = duration;
    return this;
  }

  /** A failed block ends its worker. */
  public TaskBuilder endsWorker() {
    blockFailure = BlockFailure.ENDS_WORKER;
    return this;
  }

  /** A command, in {@code per_block} mode with its default of ending the worker. */
  public TaskBuilder perBlock() {
    command = List.of("true");
    mode = Mode.PER_BLOCK;
    blockFailure = BlockFailure.ENDS_WORKER;
    return this;
  }

  /** A command in {@code stream} mode. */
  public TaskBuilder stream() {
    command = List.of("true");
    mode = Mode.STREAM;
    return this;
  }

  public TaskSpec build() {
    return new TaskSpec(
        id,
        blocks,
        after,
        new Resources(requires),
        tags,
        maxWorkers,
        maxWorkerRestarts,
        maxRetries,
        blockTimeout,
        askWithin,
        minBinding,
        blockFailure,
        command.isEmpty() ? null : command,
        mode,
        Map.of());
  }
}
