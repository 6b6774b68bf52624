package dev.yardmaster.live;

import dev.yardmaster.engine.CommittedListener;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.history.Histories;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Live push, with its thread. */
public final class LiveService {

  private static final int GOING_AWAY = 1001;

  private final EngineClock clock;
  private final Switchboard switchboard;
  private final Follower follower;
  private final AtomicInteger clients = new AtomicInteger();

  public LiveService(
      Engine engine, Histories histories, EngineClock clock, InstantSource wallClock) {
    this.clock = clock;
    this.switchboard =
        new Switchboard(
            new EngineScenes(engine), new Frames(histories, wallClock), this::post, clock.nanos());
    this.follower = new Follower("yardmaster-live", switchboard, clock);
    engine.listen(new WhileWatched());
  }

  private void post(Runnable task) {
    follower.post(task);
  }

  public void start() {
    follower.start();
  }

  /** Sends everybody away, and ends. */
  public void stop() {
    follower.post(() -> switchboard.end(GOING_AWAY, "the service stops: connect again"));
    follower.stop();
  }

  /** Takes a place; false where all are taken. */
  boolean enter() {
    if (clients.incrementAndGet() <= LiveLimits.MAX_CLIENTS) {
      return true;
    }
    clients.decrementAndGet();
    return false;
  }

  /** Gives a place back that {@link #enter} gave. */
  void exit() {
    clients.decrementAndGet();
  }

  /**
   * @param until when it has to sign in again, in milliseconds since the epoch; null for never
   */
  Client connects(Line line, @Nullable Long until) {
    long now = clock.nanos();
    Long ends =
        until == null ? null : now + TimeUnit.MILLISECONDS.toNanos(until - clock.wallMillis());
    Client client = new Client(line, this::post, now, ends);
    follower.post(() -> switchboard.connects(client));
    return client;
  }

  void says(Client client, String text) {
    client.heard(clock.nanos());
    try {
      Subscription wanted = Request.parse(text);
      follower.post(() -> switchboard.subscribes(client, wanted));
    } catch (Request.BadRequestException e) {
      String message = String.valueOf(e.getMessage());
      follower.post(() -> switchboard.refuses(client, message));
    }
  }

  void heard(Client client) {
    client.heard(clock.nanos());
  }

  void leaves(Client client) {
    follower.post(() -> switchboard.leaves(client));
  }

  /** Where nobody watches, nothing is handed over. */
  private final class WhileWatched implements CommittedListener {

    @Override
    public void committed(Batch batch, List<AuditEntry> told) {
      if (clients.get() > 0) {
        follower.committed(batch, told);
      }
    }

    @Override
    public void rebuilt() {
      follower.rebuilt();
    }
  }
}
