package dev.yardmaster.live;

import dev.yardmaster.api.RunPage;
import dev.yardmaster.api.RunReply;
import dev.yardmaster.api.WireJson;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.history.Histories;
import dev.yardmaster.live.Scenes.Scene;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.SharesView;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes messages, each once for all who get it; {@code seq} rises with each over all clients. */
final class Frames {

  private final Histories histories;
  private final InstantSource clock;
  private long seq;

  Frames(Histories histories, InstantSource clock) {
    this.histories = histories;
    this.clock = clock;
  }

  Frame snapshot(Scene scene) {
    SharesView shares = scene.shares();
    return write(
        new Messages.Snapshot(
            "snapshot",
            ++seq,
            clock.instant(),
            scene.runs().stream().map(RunPage.Row::of).toList(),
            scene.details().stream().map(run -> RunReply.of(run, histories)).toList(),
            shares.workersRegistered(),
            shares.workersBound(),
            shares.service(),
            named(shares.runs())));
  }

  Frame event(AuditEntry entry) {
    return write(
        new Messages.Event(
            "event",
            ++seq,
            Instant.ofEpochMilli(entry.atMillis()),
            entry.run().value(),
            entry.task(),
            entry.worker(),
            entry.kind(),
            entry.message(),
            entry.seq()));
  }

  /** What a feed has that is newer than a batch; null where that is nothing. */
  @Nullable Frame counters(RunFeed feed, long since) {
    List<Messages.Task> tasks = feed.tasksSince(since, histories);
    if (tasks.isEmpty() && feed.stateBatch() <= since) {
      return null;
    }
    Instant now = clock.instant();
    return write(
        new Messages.Counters(
            "counters",
            ++seq,
            now,
            feed.run().value(),
            feed.state(),
            feed.tookSeconds(now.toEpochMilli()),
            tasks));
  }

  Frame summaries(List<RunTotals> totals) {
    Instant now = clock.instant();
    List<Messages.Sum> runs = totals.stream().map(one -> sum(one, now.toEpochMilli())).toList();
    return write(new Messages.Summaries("counters", ++seq, now, runs));
  }

  private static Messages.Sum sum(RunTotals totals, long now) {
    Long endedAt = totals.endedAt();
    long until = endedAt == null ? now : endedAt;
    return new Messages.Sum(
        totals.id().value(),
        totals.state(),
        Math.max(0, until - totals.submittedAt()) / 1e3,
        Messages.Blocks.of(totals.counters()),
        totals.alive());
  }

  Frame budget(SharesView shares) {
    return write(
        new Messages.Budgets(
            "resources",
            ++seq,
            clock.instant(),
            shares.workersRegistered(),
            shares.workersBound(),
            shares.service(),
            null));
  }

  Frame budget(RunId run, List<ResourceShare> shares) {
    return write(
        new Messages.Budgets(
            "resources", ++seq, clock.instant(), null, null, null, Map.of(run.value(), shares)));
  }

  Frame refusal(String code, @Nullable RunId run, String message) {
    return write(
        new Messages.Refusal("error", ++seq, code, run == null ? null : run.value(), message));
  }

  private static Map<String, List<ResourceShare>> named(Map<RunId, List<ResourceShare>> shares) {
    Map<String, List<ResourceShare>> named = new LinkedHashMap<>();
    shares.forEach((run, ofRun) -> named.put(run.value(), ofRun));
    return named;
  }

  private static Frame write(Object message) {
    return Frame.of(WireJson.MAPPER.writeValueAsBytes(message));
  }
}
