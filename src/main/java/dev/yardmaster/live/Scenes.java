package dev.yardmaster.live;

import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.SharesView;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Looks at the state, on the writer's thread, and says after which batch it was. */
interface Scenes {

  /** What a client begins with. */
  CompletableFuture<Picture<Scene>> scene(Subscription subscription);

  /**
   * What changes without an event that says so.
   *
   * @param totals runs whose sums are wanted
   * @param explained runs of which it is wanted why their tasks wait
   * @param shared runs whose own budgets are wanted
   */
  CompletableFuture<Picture<Pulse>> pulse(
      Set<RunId> totals, Set<RunId> explained, Set<RunId> shared);

  /**
   * @param runs newest first; none where not all runs are wanted
   * @param details of those named runs that there are
   */
  record Scene(List<RunSummary> runs, List<RunView> details, SharesView shares) {}

  /** As asked, without the runs that there are not. */
  record Pulse(List<RunTotals> totals, List<RunView> explained, SharesView shares) {}
}
