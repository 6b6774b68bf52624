package dev.yardmaster.scheduler.frontier;

import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.TaskBuilder;
import dev.yardmaster.scheduler.frontier.NaiveFrontier.NaiveTask;
import dev.yardmaster.scheduler.frontier.NaiveFrontier.State;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lazy frontier beside the naive one, over random pipelines from fixed seeds. */
class FrontierTest {

  private static final int SEEDS = 300;
  private static final int STEPS = 120;
  private static final int MAX_TASKS = 6;
  private static final int MAX_BLOCKS = 5;

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  /** Both frontiers, and the counters that the real one was told. */
  private static final class Both implements Frontier.Gate {
    final List<TaskSpec> specs;
    final NaiveFrontier naive;
    final Frontier real;
    final long[] becameReady;
    final long[] orphaned;

    Both(List<TaskSpec> specs) {
      this.specs = specs;
      this.naive = new NaiveFrontier(specs);
      this.real = new Frontier(specs);
      this.becameReady = new long[specs.size()];
      this.orphaned = new long[specs.size()];
      real.open(this);
    }

    @Override
    public boolean running(int task) {
      return naive.tasks.get(task).running;
    }

    @Override
    public void becameReady(int task, long blocks) {
      assertThat(blocks).isPositive();
      assertThat(running(task)).isTrue();
      becameReady[task] += blocks;
    }

    @Override
    public void orphaned(int task, long blocks) {
      assertThat(blocks).isPositive();
      assertThat(running(task)).isTrue();
      orphaned[task] += blocks;
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theLazyFrontierIsTheNaiveOne(int seed) {
    Random random = new Random(seed);
    Both both = new Both(randomPipeline(random));
    check(both);
    for (int step = 0; step < STEPS; step++) {
      step(both, random.nextInt(both.specs.size()), random);
      both.naive.settle();
      check(both);
    }
  }

  private static List<TaskSpec> randomPipeline(Random random) {
    List<TaskSpec> specs = new ArrayList<>();
    int count = 1 + random.nextInt(MAX_TASKS);
    int usual = 1 + random.nextInt(MAX_BLOCKS);
    for (int i = 0; i < count; i++) {
      int blocks = random.nextInt(3) > 0 ? usual : random.nextInt(MAX_BLOCKS + 1);
      TaskBuilder task = task("t" + i).blocks(blocks);
      for (TaskSpec upstream : specs) {
        if (random.nextInt(3) == 0) {
          boolean matching = upstream.blocks() == blocks && random.nextInt(3) > 0;
          TaskBuilder connected = matching ? task.matching(upstream.id()) : task.all(upstream.id());
          assertThat(connected).isSameAs(task);
        }
      }
      specs.add(task.build());
    }
    return specs;
  }

  private static void step(Both both, int place, Random random) {
    NaiveTask task = both.naive.tasks.get(place);
    if (!task.running) {
      return;
    }
    List<Long> leased = new ArrayList<>();
    for (long block = 0; block < task.blocks.size(); block++) {
      if (task.state(block) == State.LEASED) {
        leased.add(block);
      }
    }
    int what = random.nextInt(40);
    if (what == 0) {
      abandon(both, place, leased.isEmpty() && random.nextBoolean());
    } else if (what < 18 || leased.isEmpty()) {
      lease(both, place, 1 + random.nextInt(3));
    } else {
      settleOne(both, place, leased.get(random.nextInt(leased.size())), random.nextInt(8));
    }
  }

  private static void abandon(Both both, int place, boolean spread) {
    NaiveTask task = both.naive.tasks.get(place);
    task.running = false;
    task.spread = spread;
    both.real.abandon(place, spread, both);
  }

  private static void lease(Both both, int place, int most) {
    NaiveTask task = both.naive.tasks.get(place);
    List<Long> expected = task.ready().stream().limit(most).toList();
    assertThat(Arrays.stream(both.real.peek(place, most)).boxed()).isEqualTo(expected);
    for (long block : expected) {
      both.real.take(place, block);
      task.take(block);
    }
  }

  private static void settleOne(Both both, int place, long block, int how) {
    NaiveTask task = both.naive.tasks.get(place);
    switch (how) {
      case 0 -> {
        both.real.giveBack(place, block);
        task.set(block, State.READY);
        task.returned.add(block);
      }
      case 1, 2 -> {
        both.real.retry(place, block);
        task.set(block, State.READY);
        task.failures.merge(block, 1, Integer::sum);
        task.retried.add(block);
      }
      case 3 -> {
        task.set(block, State.FAILED);
        task.failures.merge(block, 1, Integer::sum);
        both.real.fail(place, block, both);
      }
      default -> {
        task.set(block, State.COMPLETED);
        both.real.complete(place, block, both);
      }
    }
  }

  private static void check(Both both) {
    for (int place = 0; place < both.specs.size(); place++) {
      NaiveTask task = both.naive.tasks.get(place);
      if (task.running) {
        checkRunning(both, place, task);
      }
      assertThat(both.real.allCompleted(place)).isEqualTo(task.completed());
    }
  }

  private static void checkRunning(Both both, int place, NaiveTask task) {
    assertThat(both.real.readySize(place)).isEqualTo(task.count(State.READY));
    assertThat(both.orphaned[place]).isEqualTo(task.count(State.ORPHANED));
    assertThat(task.blocks.size() - both.becameReady[place] - both.orphaned[place])
        .as("what the counters call pending")
        .isEqualTo(task.count(State.PENDING));
    for (long block = 0; block < task.blocks.size(); block++) {
      if (task.state(block) != State.LEASED) {
        assertThat(both.real.stateOf(place, block))
            .isEqualTo(BlockState.valueOf(task.state(block).name()));
      }
      assertThat(both.real.failures(place, block)).isEqualTo(task.failures.getOrDefault(block, 0));
    }
  }
}
