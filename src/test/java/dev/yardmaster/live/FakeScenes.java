package dev.yardmaster.live;

import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.scheduler.RunId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Pictures that are taken when the test says so. */
final class FakeScenes implements Scenes {

  record AskedScene(Subscription wanted, CompletableFuture<Picture<Scene>> answer) {}

  record AskedPulse(
      Set<RunId> totals,
      Set<RunId> explained,
      Set<RunId> shared,
      CompletableFuture<Picture<Pulse>> answer) {}

  final Deque<AskedScene> scenes = new ArrayDeque<>();
  final Deque<AskedPulse> pulses = new ArrayDeque<>();

  @Override
  public CompletableFuture<Picture<Scene>> scene(Subscription wanted) {
    CompletableFuture<Picture<Scene>> answer = new CompletableFuture<>();
    scenes.add(new AskedScene(wanted, answer));
    return answer;
  }

  @Override
  public CompletableFuture<Picture<Pulse>> pulse(
      Set<RunId> totals, Set<RunId> explained, Set<RunId> shared) {
    CompletableFuture<Picture<Pulse>> answer = new CompletableFuture<>();
    pulses.add(new AskedPulse(totals, explained, shared, answer));
    return answer;
  }
}
