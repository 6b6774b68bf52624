package dev.yardmaster.history;

import dev.yardmaster.engine.Answers;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.history.HistoryStore.Kind;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The histories of a service: of running runs in memory, of all in the store. */
public final class RunHistories implements Histories {

  private final HistoryStore store;
  private final Recorder recorder;
  private final Follower follower;

  public RunHistories(Engine engine, HistoryStore store, EngineClock clock) {
    this.store = store;
    this.recorder = new Recorder(engine, store, clock, this::post);
    this.follower = new Follower("yardmaster-history", recorder, clock);
    engine.listen(follower);
  }

  private void post(Runnable task) {
    follower.post(task);
  }

  /** Begins to follow; the engine has to be there. */
  public void start() {
    follower.start();
  }

  /** Stores what is not stored yet, and ends. */
  public void stop() {
    follower.post(recorder::saveAll);
    follower.stop();
  }

  @Override
  public @Nullable Double rate(TaskId task) {
    return recorder.rates().rate(task);
  }

  @Override
  public Optional<Curves> curves(RunId run) {
    return find(run, Kind.CURVES, Curves.class, recorder::curves);
  }

  @Override
  public Optional<Timeline> timeline(RunId run) {
    return find(run, Kind.TIMELINE, Timeline.class, recorder::timeline);
  }

  private <T> Optional<T> find(
      RunId run, Kind kind, Class<T> type, Function<RunId, @Nullable T> inMemory) {
    CompletableFuture<Optional<T>> found = new CompletableFuture<>();
    follower.post(() -> found.complete(Optional.ofNullable(inMemory.apply(run))));
    return Answers.of(found)
        .or(() -> store.load(run, kind).map(bytes -> HistoryCodec.decode(bytes, type)));
  }
}
