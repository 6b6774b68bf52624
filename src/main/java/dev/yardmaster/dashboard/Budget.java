package dev.yardmaster.dashboard;

import dev.yardmaster.scheduler.view.ResourcesView;
import java.util.List;
import java.util.TreeSet;

/**
 * The service's budget and who holds what of it.
 *
 * @param bounded whether there is one
 */
record Budget(boolean bounded, List<Key> keys, List<Holder> holders) {

  /**
   * One resource.
   *
   * @param use used, of how much
   * @param percent the same as a share; 0 where nothing bounds it
   */
  record Key(String name, String use, int percent) {}

  /** A task and what its workers hold. */
  record Holder(String run, String task, String workers, String used) {}

  static Budget of(ResourcesView view) {
    TreeSet<String> names = new TreeSet<>(view.used().amounts().keySet());
    if (view.budget() != null) {
      names.addAll(view.budget().amounts().keySet());
    }
    return new Budget(
        view.budget() != null,
        names.stream().map(name -> key(view, name)).toList(),
        view.holders().stream().map(Budget::holder).toList());
  }

  private static Key key(ResourcesView view, String name) {
    long used = view.used().amountOf(name);
    long whole = view.budget() == null ? 0 : view.budget().amountOf(name);
    return whole == 0
        ? new Key(name, Shown.number(used) + " used, not bounded", 0)
        : new Key(
            name,
            Shown.number(used) + " of " + Shown.number(whole) + " used",
            Math.min(100, Shown.percent(used, whole)));
  }

  private static Holder holder(ResourcesView.Holder holder) {
    return new Holder(
        holder.task().run().value(),
        holder.task().task(),
        Shown.number(holder.alive()),
        Shown.amounts(holder.used().amounts()));
  }
}
