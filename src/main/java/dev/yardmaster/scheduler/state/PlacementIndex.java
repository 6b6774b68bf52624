package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.placement.Need;
import dev.yardmaster.scheduler.placement.Offer;
import dev.yardmaster.scheduler.task.Running;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which asking workers could serve which tasks that want one.
 *
 * <p>Goal: the gate looks only at tasks that somebody who asks may serve. Constraints: thousands of
 * tasks that no worker can serve must cost nothing. Method: workers with equal offers are a pool,
 * tasks with equal needs a group; each pair is compared once, when the later of the two appears.
 * Example: 5,000 tasks that need {@code mars} are one group that no pool satisfies.
 *
 * <p>An index only: it follows from the workers and tasks, and is never stored.
 */
public final class PlacementIndex {

  private static final Comparator<Task> LONGEST_FIRST =
      Comparator.<Task>comparingLong(task -> task.waitingSince)
          .thenComparingLong(task -> task.run().order())
          .thenComparingInt(Task::place);

  private final Map<Offer, Pool> pools = new LinkedHashMap<>();
  private final Map<Need, HungryTasks> groups = new LinkedHashMap<>();
  private final LinkedHashSet<Pool> asking = new LinkedHashSet<>();
  private final LinkedHashSet<Task> leasable = new LinkedHashSet<>();
  private final LinkedHashSet<Task> withIdle = new LinkedHashSet<>();
  private final LinkedHashSet<Task> withBindings = new LinkedHashSet<>();
  private final SortedSet<Task> waiting = new TreeSet<>(LONGEST_FIRST);
  private final SortedMap<String, Launcher> launchers = new TreeMap<>();

  void join(Worker worker) {
    pools.computeIfAbsent(worker.offer(), this::newPool).join(worker);
  }

  private Pool newPool(Offer offer) {
    Pool pool = new Pool(offer);
    for (HungryTasks group : groups.values()) {
      if (offer.satisfies(group.need())) {
        pool.satisfied.add(group);
      }
    }
    return pool;
  }

  void leave(Worker worker) {
    Pool pool = pool(worker);
    pool.leave(worker);
    noteAsking(pool);
    if (pool.members().isEmpty()) {
      pools.remove(worker.offer());
    }
  }

  /** Brings the index up to date with what the worker does now. */
  void refresh(Worker worker) {
    Pool pool = pool(worker);
    if (worker.binding == null && worker.ask != null && worker.untold == null) {
      pool.startAsking(worker);
    } else {
      pool.stopAsking(worker);
    }
    noteAsking(pool);
  }

  /** The scheduler took the worker from its task, so that it should ask again soon. */
  void returning(Worker worker, long now) {
    pool(worker).returning(worker, now);
  }

  /** It has asked, or nobody expects it to any more. */
  void back(Worker worker) {
    pool(worker).back(worker);
  }

  void bound(Worker worker, int change) {
    pool(worker).bound += change;
  }

  private void noteAsking(Pool pool) {
    if (pool.asking() > 0) {
      asking.add(pool);
    } else {
      asking.remove(pool);
    }
  }

  private Pool pool(Worker worker) {
    Pool pool = pools.get(worker.offer());
    if (pool == null) {
      throw new IllegalStateException(worker + " is in no pool");
    }
    return pool;
  }

  void begin(Task task) {
    HungryTasks group = groups.get(task.need());
    if (group == null) {
      group = new HungryTasks(task.need());
      groups.put(task.need(), group);
      for (Pool pool : pools.values()) {
        if (pool.offer().satisfies(task.need())) {
          pool.satisfied.add(group);
        }
      }
    }
    group.running++;
  }

  /**
   * Brings the index up to date with the task; answers whether it began to want a worker, or ceased
   * to, so that what was kept for it is left for others.
   */
  public boolean refresh(Task task, long now) {
    HungryTasks group = groups.get(task.need());
    if (group == null) {
      return false;
    }
    keep(withBindings, task, task.alive() > 0);
    keep(withIdle, task, !task.idle.isEmpty());
    Running running = task.running();
    keep(leasable, task, !task.idle.isEmpty() && running != null && running.ready() > 0);
    if (!HungryTasks.isStale(task)) {
      return false;
    }
    if (task.hungry) {
      waiting.remove(task);
    }
    boolean turned = group.refresh(task, now);
    if (task.hungry) {
      waiting.add(task);
    }
    return turned;
  }

  private static void keep(LinkedHashSet<Task> set, Task task, boolean member) {
    if (member) {
      set.add(task);
    } else {
      set.remove(task);
    }
  }

  /** The task has ended; answers whether it had wanted a worker. */
  boolean end(Task task, long now) {
    HungryTasks group = groups.get(task.need());
    boolean ceased = refresh(task, now);
    withIdle.remove(task);
    withBindings.remove(task);
    if (--group.running == 0) {
      groups.remove(task.need());
      pools.values().forEach(pool -> pool.satisfied.remove(group));
    }
    return ceased;
  }

  void offer(String name, String host, Offer offer, int capacity) {
    Launcher known = launchers.get(name);
    if (known == null) {
      launchers.put(name, new Launcher(name, host, offer, capacity));
    } else {
      known.change(host, offer, capacity);
    }
  }

  void withdraw(String name) {
    Launcher launcher = launchers.get(name);
    if (launcher != null) {
      launcher.withdraw();
      forgetIfOver(launcher);
    }
  }

  /** A process that it started is gone, or became somebody's who is gone. */
  void returned(Launcher launcher) {
    launcher.outstanding--;
    forgetIfOver(launcher);
  }

  private void forgetIfOver(Launcher launcher) {
    if (launcher.over()) {
      launchers.remove(launcher.name());
    }
  }

  /** By name; of those that were withdrawn, who still has something out. */
  public Collection<Launcher> launchers() {
    return Collections.unmodifiableCollection(launchers.values());
  }

  public Collection<Pool> pools() {
    return Collections.unmodifiableCollection(pools.values());
  }

  /** Pools of which somebody unbound asks. */
  public Collection<Pool> askingPools() {
    return Collections.unmodifiableCollection(asking);
  }

  /** Tasks with ready blocks and idle workers. */
  public List<Task> leasable() {
    return List.copyOf(leasable);
  }

  /** Tasks that want a worker, those that have waited longest first. */
  public SortedSet<Task> waiting() {
    return Collections.unmodifiableSortedSet(waiting);
  }

  /** Running tasks with idle bindings. */
  public Collection<Task> withIdle() {
    return Collections.unmodifiableCollection(withIdle);
  }

  /** Running tasks with alive bindings. */
  public Collection<Task> withBindings() {
    return Collections.unmodifiableCollection(withBindings);
  }

  /** Tasks that want a worker and that somebody who asks, or a launcher, may serve; in order. */
  public List<Task> candidates() {
    LinkedHashSet<Task> found = new LinkedHashSet<>();
    for (Pool pool : asking) {
      for (HungryTasks group : pool.satisfied) {
        addReserved(pool.offer(), group, found);
      }
    }
    for (Launcher launcher : launchers.values()) {
      if (launcher.hasRoom()) {
        for (HungryTasks group : groups.values()) {
          if (launcher.offer().satisfies(group.need())) {
            addReserved(launcher.offer(), group, found);
          }
        }
      }
    }
    List<Task> ordered = new ArrayList<>(found);
    ordered.sort(HungryTasks.ORDER);
    return ordered;
  }

  private static void addReserved(Offer offer, HungryTasks group, Collection<Task> into) {
    for (Task task : group.hungry()) {
      if (offer.reservedFor(task.id())) {
        into.add(task);
      }
    }
  }
}
