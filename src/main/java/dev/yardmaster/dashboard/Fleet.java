package dev.yardmaster.dashboard;

import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Workers by host.
 *
 * @param hosts in alphabetical order
 * @param more how many workers are not shown; null where all are
 */
record Fleet(String workers, String bound, List<Host> hosts, @Nullable String more) {

  /** Workers that a page shows; who looks for one of more asks the API. */
  static final int MAX_SHOWN = 500;

  /**
   * A machine.
   *
   * @param load how many of its workers are bound, and how many there are
   * @param percent the same as a share
   */
  record Host(String name, String load, int percent, List<Row> workers) {}

  /**
   * A worker.
   *
   * @param task what it is bound to; null where it is free
   * @param doing what it does, in words
   * @param silent how long ago it last said something
   */
  record Row(
      String id,
      String name,
      String kind,
      List<String> tags,
      @Nullable String run,
      @Nullable String task,
      String doing,
      String silent) {}

  static Fleet of(List<WorkerView> all, long now) {
    Map<String, List<WorkerView>> byHost = new TreeMap<>();
    all.stream()
        .limit(MAX_SHOWN)
        .forEach(
            worker -> byHost.computeIfAbsent(worker.host(), _ -> new ArrayList<>()).add(worker));
    long bound = all.stream().filter(worker -> worker.binding() != null).count();
    return new Fleet(
        Shown.number(all.size()),
        Shown.number(bound),
        byHost.entrySet().stream().map(host -> host(host.getKey(), host.getValue(), now)).toList(),
        all.size() > MAX_SHOWN ? Shown.number(all.size() - MAX_SHOWN) : null);
  }

  private static Host host(String name, List<WorkerView> workers, long now) {
    long bound = workers.stream().filter(worker -> worker.binding() != null).count();
    return new Host(
        name,
        Shown.number(bound) + " of " + Shown.number(workers.size()) + " bound",
        Shown.percent(bound, workers.size()),
        workers.stream().map(worker -> row(worker, now)).toList());
  }

  private static Row row(WorkerView worker, long now) {
    TaskId task = worker.task();
    return new Row(
        worker.id().toString(),
        worker.name(),
        Shown.words(worker.kind()),
        List.copyOf(worker.tags()),
        task == null ? null : task.run().value(),
        task == null ? null : task.task(),
        doing(worker, now),
        Shown.span(0, worker.silentMillis()));
  }

  private static String doing(WorkerView worker, long now) {
    Long since = worker.boundSince();
    if (worker.binding() == null || since == null) {
      return worker.asking() ? "asks for work" : "is not asking";
    }
    String held = worker.leases() == 1 ? "1 block" : Shown.number(worker.leases()) + " blocks";
    String state =
        worker.ending() != null
            ? "is to stop: " + worker.ending()
            : worker.leases() == 0 ? "idle" : held + " in hand";
    return state + ", bound for " + Shown.span(since, now);
  }
}
