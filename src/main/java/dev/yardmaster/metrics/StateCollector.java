package dev.yardmaster.metrics;

import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.EngineLoad;
import dev.yardmaster.metrics.Pictures.Taken;
import dev.yardmaster.scheduler.view.CensusView;
import dev.yardmaster.scheduler.view.CensusView.WaitingGroup;
import dev.yardmaster.scheduler.view.CensusView.WorkerGroup;
import dev.yardmaster.scheduler.view.CensusView.WorkerState;
import dev.yardmaster.scheduler.view.ResourceShare;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What stands at the moment, looked at when somebody scrapes. All values of a scrape are of one
 * picture.
 */
final class StateCollector implements MultiCollector {

  /** Workers without tags. Tags have no such characters. */
  private static final String NO_TAGS = "(none)";

  private static final double NANOS = 1e9;

  private final Pictures pictures;
  private final Supplier<EngineLoad> load;
  private final IntSupplier liveClients;
  private final EngineClock clock;
  private final String version;
  private final BoundedLabels pipelines;
  private final BoundedLabels resources = new BoundedLabels(MetricBounds.MAX_RESOURCES);
  private final BoundedLabels tagSets = new BoundedLabels(MetricBounds.MAX_TAG_SETS);

  StateCollector(
      Pictures pictures,
      Supplier<EngineLoad> load,
      IntSupplier liveClients,
      EngineClock clock,
      String version,
      BoundedLabels pipelines) {
    this.pictures = pictures;
    this.load = load;
    this.liveClients = liveClients;
    this.clock = clock;
    this.version = version;
    this.pipelines = pipelines;
  }

  @Override
  public MetricSnapshots collect() {
    GaugePage page = new GaugePage();
    Taken taken = pictures.latest();
    addLoad(page);
    if (taken != null) {
      page.add(Metric.PICTURE_AGE, Math.max(0, clock.nanos() - taken.at()) / NANOS);
      addResources(page, taken.census());
      addWorkers(page, taken.census());
      addWaiting(page, taken.census());
    }
    return page.snapshots();
  }

  private void addLoad(GaugePage page) {
    EngineLoad now = load.get();
    page.add(Metric.READY, now.ready() ? 1 : 0);
    page.add(Metric.MAILBOX_DEPTH, now.mailbox());
    page.add(Metric.MAILBOX_CAPACITY, now.mailboxCapacity());
    page.add(Metric.COMMITS_WAITING, now.uncommitted());
    page.add(Metric.COMMIT_OPEN, now.committingNanos() / NANOS);
    page.add(Metric.LIVE_CLIENTS, liveClients.getAsInt());
    page.add(Metric.BUILD_INFO, 1, version);
  }

  private void addResources(GaugePage page, CensusView census) {
    resources.keepOnly(census.resources().stream().map(ResourceShare::name).toList());
    // What the service bounds first: it is what its administrator cares for.
    census.resources().stream()
        .sorted(Comparator.comparing(share -> share.budget() == null))
        .forEach(
            share -> {
              String resource = resources.of(share.name());
              if (share.budget() != null) {
                page.add(Metric.RESOURCE_BUDGET, share.budget(), resource);
              }
              page.add(Metric.RESOURCE_USED, share.used(), resource);
              page.add(Metric.RESOURCE_IDLE, share.idle(), resource);
              page.add(Metric.RESOURCE_KEPT, share.kept(), resource);
            });
  }

  /** Every state of a set of tags is there, so that a query finds 0 and not nothing. */
  private void addWorkers(GaugePage page, CensusView census) {
    Map<String, Map<WorkerState, Integer>> byTags = new TreeMap<>();
    for (WorkerGroup group : census.workers()) {
      byTags
          .computeIfAbsent(label(group.tags()), tags -> new EnumMap<>(WorkerState.class))
          .merge(group.state(), group.workers(), Integer::sum);
    }
    byTags.putIfAbsent(NO_TAGS, Map.of());
    tagSets.keepOnly(byTags.keySet());
    tagSets.of(NO_TAGS);
    byTags.forEach(
        (tags, counts) -> {
          String label = tagSets.of(tags);
          for (WorkerState state : WorkerState.values()) {
            String name = state.name().toLowerCase(Locale.ROOT);
            page.add(Metric.WORKERS, counts.getOrDefault(state, 0), label, name);
          }
        });
  }

  private static String label(SortedSet<String> tags) {
    return tags.isEmpty() ? NO_TAGS : String.join(",", tags);
  }

  private void addWaiting(GaugePage page, CensusView census) {
    for (WaitingGroup group : census.waiting()) {
      page.add(Metric.TASKS_WAITING, group.tasks(), pipelines.of(group.pipeline()), group.code());
    }
  }
}
