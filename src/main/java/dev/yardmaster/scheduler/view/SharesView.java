package dev.yardmaster.scheduler.view;

import dev.yardmaster.scheduler.RunId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who has what of the budgets, and how many workers are there.
 *
 * @param service of the service's budget, by name
 * @param runs of the own budgets of those runs that were asked for and exist, by name
 * @param workersRegistered all that are there
 * @param workersBound of these, those that are at a task
 */
public record SharesView(
    List<ResourceShare> service,
    Map<RunId, List<ResourceShare>> runs,
    int workersRegistered,
    int workersBound) {

  /** The same without any run. */
  public SharesView ofServiceAlone() {
    return new SharesView(service, new TreeMap<>(), workersRegistered, workersBound);
  }
}
