package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A valid pipeline of one to eight tasks with up to twenty blocks each. */
final class RandomPipeline {

  static final List<String> TAGS = List.of("linux", "gpu", "big");

  /** What is shared, by tasks that wait for each other too. */
  static final List<String> KEYS = List.of("cpu", "gpu");

  /** The largest amount that one worker requires; budgets are at least as large. */
  static final int MOST_REQUIRED = 3;

  private final Chance chance;
  private final List<TaskSpec> tasks = new ArrayList<>();
  private final Map<String, Long> budget = new TreeMap<>();
  private final boolean commands;
  private final boolean tagged;
  private final boolean demanding;
  private final Mood mood;
  private final int usualBlocks;

  private RandomPipeline(Chance chance, Mood mood) {
    this.chance = chance;
    this.mood = mood;
    this.commands = chance.happens(0.5);
    this.tagged = chance.happens(0.3);
    this.demanding = mood == Mood.SCARCE || chance.happens(0.6);
    this.usualBlocks =
        switch (mood) {
          case CROWDED -> chance.between(12, 20);
          case PLAIN, HARSH, SCARCE, RESTLESS ->
              chance.happens(0.2) ? chance.between(0, 20) : chance.between(1, 5);
        };
  }

  static Pipeline of(String name, Chance chance, Mood mood) {
    return new RandomPipeline(chance, mood).build(name);
  }

  private Pipeline build(String name) {
    int count = chance.happens(0.2) ? chance.between(1, 8) : chance.between(1, 4);
    for (int i = 0; i < count; i++) {
      tasks.add(task("t" + i));
    }
    if (chance.happens(0.2)) {
      Collections.shuffle(tasks, new Random(chance.between(0, Integer.MAX_VALUE - 1)));
    }
    return new Pipeline(
        name,
        Collections.emptyMap(),
        budget.isEmpty() ? null : Resources.of(budget),
        chance.happens(0.1) ? Duration.ofSeconds(chance.between(1, 40)) : null,
        chance.oneOf(OnAbandon.values()),
        tasks);
  }

  private TaskSpec task(String id) {
    long blocks = chance.happens(0.7) ? usualBlocks : chance.between(0, 6);
    List<String> command = commands && chance.happens(0.6) ? List.of("true") : null;
    boolean patient = chance.happens(0.3);
    return new TaskSpec(
        id,
        blocks,
        after(blocks),
        requires(),
        tags(),
        mood == Mood.CROWDED ? chance.between(2, 8) : chance.between(1, 4),
        chance.between(0, mood == Mood.HARSH ? 1 : 4),
        chance.between(0, 2),
        Duration.ofSeconds(patient ? 20 : chance.between(3, 8)),
        Duration.ofSeconds(patient ? 20 : chance.between(3, 8)),
        Duration.ofSeconds(chance.happens(0.7) ? 0 : chance.between(1, 5)),
        chance.oneOf(BlockFailure.values()),
        command,
        mode(command),
        Collections.emptyMap());
  }

  private Mode mode(@Nullable List<String> command) {
    return command == null ? Mode.CLIENT : chance.oneOf(Mode.values());
  }

  private List<Dependency> after(long blocks) {
    List<Dependency> after = new ArrayList<>();
    List<TaskSpec> candidates = new ArrayList<>(tasks);
    int edges = tasks.isEmpty() ? 0 : chance.between(0, Math.min(3, tasks.size()));
    for (int i = 0; i < edges; i++) {
      TaskSpec input = candidates.remove(chance.between(0, candidates.size() - 1));
      boolean matching = input.blocks() == blocks && chance.happens(0.7);
      after.add(new Dependency(input.id(), matching ? Blocks.MATCHING : Blocks.ALL));
    }
    return after;
  }

  private Resources requires() {
    Map<String, Long> requires = new TreeMap<>();
    for (String key : KEYS) {
      if (demanding && chance.happens(0.6)) {
        requires.put(key, (long) chance.between(0, MOST_REQUIRED));
        if (chance.happens(0.6)) {
          budget.putIfAbsent(key, enough(chance, mood));
        }
      }
    }
    return Resources.of(requires);
  }

  /** So much of a key that everything can run, if not at once. */
  static long enough(Chance chance, Mood mood) {
    return chance.between(MOST_REQUIRED, mood == Mood.SCARCE ? MOST_REQUIRED + 1 : 6);
  }

  private SortedSet<String> tags() {
    SortedSet<String> tags = new TreeSet<>();
    if (tagged) {
      TAGS.stream().filter(tag -> chance.happens(0.3)).forEach(tags::add);
    }
    return tags;
  }
}
