package dev.yardmaster.bench;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.BalanceMode;
import dev.yardmaster.scheduler.placement.Fleet;
import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import dev.yardmaster.scheduler.placement.Need;
import dev.yardmaster.scheduler.placement.Offer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How long a plan takes: 1,000 hosts with 40 workers each, 20,000 bindings, 50 tags. The goal for
 * {@code optimal} is below 50 ms.
 */
final class BalanceBench {

  private static final int HOSTS = 1_000;
  private static final int WORKERS_PER_HOST = 40;
  private static final int BINDINGS = 20_000;
  private static final int TASKS = 500;
  private static final int TAGS = 50;
  private static final int WARM_UP = 60;
  private static final int MEASURED = 40;

  /** As many different kinds of machines. */
  private static final int[] KINDS = {1, 50, HOSTS};

  /** How often chance may choose a host that is full, or not to be used, before it gives up. */
  private static final int TRIES = 20;

  private static final RunId RUN = new RunId("bench-1");

  /** How the bindings are spread at first. */
  private enum Start {
    /** Half of the hosts have just come. */
    HALF_EMPTY,
    /** Each binding anywhere. */
    SCATTERED,
    /** As even as possible, but for one host in a hundred. */
    NEARLY_EVEN,
    /** Each binding anywhere, but a few tasks have most of them. */
    LOPSIDED
  }

  private record Machine(int number, Offer offer) {

    String host() {
      return "host-" + number;
    }
  }

  private record Work(TaskId task, Need need, List<Machine> fitting) {}

  private final Random random = new Random(7);
  private final Start start;
  private final List<Machine> machines = new ArrayList<>();
  private final List<Work> works = new ArrayList<>();
  private final int[] load = new int[HOSTS];

  private BalanceBench(int kinds, Start start) {
    this.start = start;
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < kinds; i++) {
      int tags = kinds == 1 ? TAGS : 5 + random.nextInt(10);
      offers.add(new Offer(WorkerKind.COMMAND, tags(tags), null, null));
    }
    for (int i = 0; i < HOSTS; i++) {
      machines.add(new Machine(i, offers.get(i % kinds)));
    }
    for (int i = 0; i < TASKS; i++) {
      works.add(work(i));
    }
  }

  private SortedSet<String> tags(int count) {
    SortedSet<String> tags = new TreeSet<>();
    while (tags.size() < count) {
      tags.add("tag-" + random.nextInt(TAGS));
    }
    return tags;
  }

  /** A task that needs one to three of the tags of some machine. */
  private Work work(int number) {
    List<String> offered = new ArrayList<>(machines.get(random.nextInt(HOSTS)).offer().tags());
    Collections.shuffle(offered, random);
    SortedSet<String> needed = new TreeSet<>(offered.subList(0, 1 + random.nextInt(3)));
    Need need = new Need(WorkerKind.COMMAND, needed);
    return new Work(
        new TaskId(RUN, "task-" + number),
        need,
        machines.stream().filter(machine -> machine.offer().satisfies(need)).toList());
  }

  private Fleet fleet() {
    List<Bound> bound = new ArrayList<>();
    long workers = 0;
    for (int i = 0; i < BINDINGS; i++) {
      Work work = works.get(start == Start.LOPSIDED ? lopsided() : random.nextInt(TASKS));
      Machine machine = choose(work);
      if (machine != null) {
        load[machine.number()]++;
        bound.add(
            new Bound(
                new BindingId(i),
                new WorkerId(workers++),
                machine.host(),
                work.task(),
                work.need(),
                machine.offer(),
                true));
      }
    }
    List<Free> free = new ArrayList<>();
    for (Machine machine : machines) {
      for (int i = load[machine.number()]; i < WORKERS_PER_HOST; i++) {
        free.add(new Free(new WorkerId(workers++), machine.host(), machine.offer()));
      }
    }
    return new Fleet(bound, free, Integer.MAX_VALUE);
  }

  private int lopsided() {
    double chance = random.nextDouble();
    return (int) (TASKS * chance * chance * chance);
  }

  private @Nullable Machine choose(Work work) {
    for (int i = 0; i < TRIES; i++) {
      Machine machine = work.fitting().get(random.nextInt(work.fitting().size()));
      int number = machine.number();
      boolean wanted =
          switch (start) {
            case HALF_EMPTY -> number % 2 == 0;
            case SCATTERED, LOPSIDED -> true;
            case NEARLY_EVEN -> load[number] < BINDINGS / HOSTS || number % 100 == 0;
          };
      if (wanted && load[number] < WORKERS_PER_HOST) {
        return machine;
      }
    }
    return null;
  }

  /**
   * Times on the processor, so that whoever else is busy on the machine matters less; the fleet is
   * put in order as part of each plan.
   */
  private void measure(String name, Fleet fleet, BalanceMode mode) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long[] nanos = new long[MEASURED];
    int moves = 0;
    for (int i = -WARM_UP; i < MEASURED; i++) {
      long begin = threads.getCurrentThreadCpuTime();
      Fleet copy = new Fleet(fleet.bound(), fleet.free(), fleet.maxMoves());
      moves = mode.policy().plan(copy).size();
      if (i >= 0) {
        nanos[i] = threads.getCurrentThreadCpuTime() - begin;
      }
    }
    Report.line(name, Report.percentiles(nanos) + ", %,d moves".formatted(moves));
  }

  static void run() {
    for (int kinds : KINDS) {
      for (Start start : Start.values()) {
        BalanceBench bench = new BalanceBench(kinds, start);
        Fleet fleet = bench.fleet();
        for (BalanceMode mode : List.of(BalanceMode.OPTIMAL, BalanceMode.GREEDY)) {
          String name = "balance: %s, %d kinds, %s".formatted(mode, kinds, start);
          bench.measure(name.toLowerCase(Locale.ROOT).replace('_', ' '), fleet, mode);
        }
      }
    }
  }
}
