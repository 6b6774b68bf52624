package dev.yardmaster.testing;

import dev.yardmaster.engine.CommittedListener;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Notes every command and answers as it was told to. */
public final class FakeEngine implements Engine {

  private final List<Command> submitted = new CopyOnWriteArrayList<>();
  private final Map<RunId, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();
  private volatile Supplier<CompletableFuture<Outcome>> answer = CompletableFuture::new;

  /** From now on every command has this outcome. */
  public void answers(Outcome outcome) {
    answers(() -> CompletableFuture.completedFuture(outcome));
  }

  /** From now on every command fails like this. */
  public void fails(RuntimeException failure) {
    answers(() -> CompletableFuture.failedFuture(failure));
  }

  /** From now on every command is answered with what this makes, on the thread that submits. */
  public void answers(Supplier<CompletableFuture<Outcome>> maker) {
    answer = maker;
  }

  /** Everybody who waits for the end of the run hears of it. */
  public void ended(RunId run) {
    whenEnded(run).complete(null);
  }

  /** Whether somebody has asked for the end of the run. */
  public boolean isAwaited(RunId run) {
    return ends.containsKey(run);
  }

  /** The only command so far. */
  public Command command() {
    if (submitted.size() != 1) {
      throw new AssertionError("one command was expected, but there are " + submitted);
    }
    return submitted.getFirst();
  }

  public List<Command> commands() {
    return List.copyOf(submitted);
  }

  @Override
  public CompletableFuture<Outcome> submit(Command command) {
    submitted.add(command);
    return answer.get();
  }

  @Override
  public <T> CompletableFuture<T> read(BiFunction<Scheduler, Moment, T> look) {
    throw new AssertionError("pictures come from FakeViews");
  }

  @Override
  public <T> CompletableFuture<Picture<T>> picture(BiFunction<Scheduler, Moment, T> look) {
    throw new AssertionError("pictures come from FakeViews");
  }

  @Override
  public CompletableFuture<Void> whenEnded(RunId run) {
    return ends.computeIfAbsent(run, _ -> new CompletableFuture<>());
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void listen(CommittedListener listener) {
    throw new AssertionError("nobody who answers HTTP listens");
  }

  void reset() {
    submitted.clear();
    ends.clear();
    answer = CompletableFuture::new;
  }
}
