package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Acquire;
import dev.yardmaster.worker.command.Wire.Beat;
import dev.yardmaster.worker.command.Wire.Nothing;
import dev.yardmaster.worker.command.Wire.Registered;
import dev.yardmaster.worker.command.Wire.Release;
import dev.yardmaster.worker.command.Wire.Result;
import dev.yardmaster.worker.command.Wire.Unbind;
import dev.yardmaster.worker.command.Wire.Work;
import dev.yardmaster.worker.command.WorkerClient.Answer;
import dev.yardmaster.worker.command.WorkerClient.Call;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The calls of one registered worker, under its id and token. Thread-safe. */
final class Session {

  /** A process that is ending does not wait long to say so; the service notices anyway. */
  private static final Duration LEAVE_WITHIN = Duration.ofSeconds(3);

  /** Whatever the service says, heartbeats never become a flood. */
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(10);

  private final WorkerClient client;
  private final Registered registered;
  private final Acquire ask;
  private final Duration wait;
  private final Duration heartbeatEvery;

  Session(WorkerClient client, Registered registered, Duration wait) {
    this.client = client;
    this.registered = registered;
    // One block at a time: the process works on one, and what it does not hold others can have.
    this.ask = new Acquire(1, wait.toString());
    this.wait = wait;
    Duration wish = registered.interval();
    this.heartbeatEvery = wish.compareTo(SHORTEST_INTERVAL) > 0 ? wish : SHORTEST_INTERVAL;
  }

  String id() {
    return registered.id();
  }

  String token() {
    return registered.token();
  }

  String base() {
    return client.base();
  }

  Duration heartbeatEvery() {
    return heartbeatEvery;
  }

  Answer<Work> acquire(CompletableFuture<?>... cuts) {
    return client.call(call("acquire", ask, wait), Work.class, cuts);
  }

  Answer<Work> release(Result result, boolean askForMore, CompletableFuture<?>... cuts) {
    Release body = new Release(List.of(result), askForMore ? ask : null);
    Duration waiting = askForMore ? wait : Duration.ZERO;
    return client.call(call("release", body, waiting), Work.class, cuts);
  }

  Answer<Nothing> unbind(Unbind body, CompletableFuture<?>... cuts) {
    return client.call(call("unbind", body, Duration.ZERO), Nothing.class, cuts);
  }

  Optional<Answer<Beat>> beat() {
    Call beat = new Call("heartbeat", "POST", path("/heartbeat"), null, token(), patience());
    return client.tryCall(beat, Beat.class);
  }

  void leave() {
    Call leave = new Call("leave", "DELETE", path(""), null, token(), LEAVE_WITHIN);
    client.tryCall(leave, Nothing.class);
  }

  private Call call(String name, @Nullable Object body, Duration waiting) {
    Duration patience = waiting.plus(WorkerClient.MARGIN);
    return new Call(name, "POST", path("/" + name), body, token(), patience);
  }

  /** A beat that is late is replaced by the next one. */
  private Duration patience() {
    Duration least = Duration.ofSeconds(1);
    return heartbeatEvery().compareTo(least) > 0 ? heartbeatEvery() : least;
  }

  private String path(String rest) {
    return "/workers/" + id() + rest;
  }
}
