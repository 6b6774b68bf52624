package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.BlockOutcome.Broken;
import dev.yardmaster.worker.command.BlockOutcome.Died;
import dev.yardmaster.worker.command.BlockOutcome.Failed;
import dev.yardmaster.worker.command.BlockOutcome.GivenUp;
import dev.yardmaster.worker.command.BlockOutcome.Overdue;
import dev.yardmaster.worker.command.BlockOutcome.Revoked;
import dev.yardmaster.worker.command.BlockOutcome.Succeeded;
import dev.yardmaster.worker.command.Wire.Beat;
import dev.yardmaster.worker.command.Wire.Binding;
import dev.yardmaster.worker.command.Wire.BlockLease;
import dev.yardmaster.worker.command.Wire.Ended;
import dev.yardmaster.worker.command.Wire.Result;
import dev.yardmaster.worker.command.Wire.Unbind;
import dev.yardmaster.worker.command.Wire.Work;
import dev.yardmaster.worker.command.WorkerClient.Answer;
import dev.yardmaster.worker.command.WorkerClient.CutShort;
import dev.yardmaster.worker.command.WorkerClient.Gone;
import dev.yardmaster.worker.command.WorkerClient.Ok;
import dev.yardmaster.worker.command.WorkerClient.Refused;
import dev.yardmaster.worker.command.WorkerEvent.BlockDone;
import dev.yardmaster.worker.command.WorkerEvent.Bound;
import dev.yardmaster.worker.command.WorkerEvent.Unbound;
import dev.yardmaster.worker.command.process.ProcessEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does from its registration until it leaves or is not known any more: ask, work,
 * report and ask. One thread does all of it; other threads only complete futures that it waits for.
 * A step returns the service's next word, or null when the shift is over.
 */
final class Shift {

  /** A service that has nothing lets the call wait; one that answers sooner is asked less often. */
  private static final Duration TOO_QUICK = Duration.ofMillis(200);

  private final Session session;
  private final Equipment equipment;
  private final CompletableFuture<Void> stop;
  private final CompletableFuture<Void> stopNow;
  private final Pauses pauses;
  private final Heartbeat heartbeat;
  private volatile Consumer<Beat> ear = _ -> {};
  private volatile List<String> lostLeases = List.of();
  private @Nullable Assignment assignment;
  private @Nullable String cause;

  Shift(Session session, Equipment equipment) {
    this.session = session;
    this.equipment = equipment;
    this.stop = equipment.stop();
    this.stopNow = equipment.stopNow();
    Timing timing = equipment.timing();
    this.pauses =
        new Pauses(timing.firstPause(), timing.longestPause(), ThreadLocalRandom.current());
    this.heartbeat = Heartbeat.start(equipment.worker(), session, this::heard);
  }

  /** Works; returns why the service does not know the worker any more, or null if it left. */
  @Nullable String work() {
    try {
      Work work = acquire();
      while (work != null) {
        work = next(work);
      }
      cause = cause == null ? heartbeat.gone().getNow(null) : cause;
      return cause;
    } finally {
      endProcess();
      if (cause == null) {
        session.leave();
      }
      heartbeat.close();
    }
  }

  private void heard(Beat beat) {
    ear.accept(beat);
    lostLeases = beat.lost();
  }

  private @Nullable Work next(Work work) {
    if (work.ended() != null) {
      return afterEnd(work.ended());
    }
    if (work.binding() != null && (assignment == null || !assignment.isOf(work.binding().id()))) {
      Unbind failure = begin(work.binding());
      if (failure != null) {
        return unbind(work.binding(), failure);
      }
    }
    if (assignment == null) {
      return acquire();
    }
    return switch (assignment.runner()) {
      case Runner.OfItself client -> accompany(assignment, client);
      case Runner.OfBlocks runner ->
          work.leases().isEmpty()
              ? acquire()
              : workOn(assignment, runner, work.leases().getFirst());
    };
  }

  /** Null, or why the binding ends before it began. */
  private @Nullable Unbind begin(Binding binding) {
    endProcess();
    equipment.listener().on(new Bound(equipment.worker(), binding.run(), binding.task()));
    try {
      assignment = Assignment.begin(binding, session, equipment);
      return null;
    } catch (IOException e) {
      String reason = "the command could not be started: " + e.getMessage();
      return new Unbind(false, Errors.bounded(reason), null);
    }
  }

  private @Nullable Work acquire() {
    long asked = System.nanoTime();
    Answer<Work> answer = session.acquire(interruptions());
    if (processDied()) {
      return afterDeath("while it waited for a block");
    }
    Work work = settle(answer);
    boolean fruitless =
        work != null && work.leases().isEmpty() && (work.ended() == null || assignment == null);
    if (!fruitless) {
      pauses.reset();
    } else if (System.nanoTime() - asked < TOO_QUICK.toNanos()) {
      Waits.happensWithin(pauses.next(), interruptions());
    }
    return work;
  }

  private @Nullable Work settle(Answer<Work> answer) {
    return switch (answer) {
      case Ok<Work>(Work work) -> work;
      case Gone<Work>(String why) -> lost(why);
      case Refused<Work>(String why) -> lost(why);
      case CutShort<Work> _ -> null;
    };
  }

  private @Nullable Work lost(String why) {
    cause = why;
    return null;
  }

  private @Nullable Work workOn(Assignment current, Runner.OfBlocks runner, BlockLease block) {
    return switch (attempt(runner, block)) {
      case Succeeded _ -> report(current, block, null);
      case Failed(String error) -> report(current, block, Errors.bounded(error));
      case Broken(String error) -> breakOff(current, block, error);
      case Died _ -> afterDeath("with block " + block.block() + " in its hands");
      case Revoked _ -> {
        assignment = current.withKilled(runner.kill());
        yield acquire();
      }
      case Overdue(Duration limit) ->
          breakOff(current, block, "no answer within the block's timeout of " + limit);
      case GivenUp _ -> null;
    };
  }

  private BlockOutcome attempt(Runner.OfBlocks runner, BlockLease block) {
    Hold hold = new Hold(block, equipment.timing().overdueMargin());
    ear = hold::heard;
    CompletableFuture<BlockOutcome> run = runner.run(block);
    Waits.first(run, hold.cut(), heartbeat.gone(), stopNow);
    ear = _ -> {};
    return run.getNow(hold.cut().getNow(new GivenUp()));
  }

  private @Nullable Work report(Assignment current, BlockLease block, @Nullable String error) {
    Result result = result(current, block, error);
    if (!stop.isDone()) {
      Answer<Work> answer = session.release(result, true, interruptions());
      if (!(answer instanceof CutShort)) {
        return settle(answer);
      }
    }
    // Whether a call that was cut short had been heard is unknown; saying it twice does no harm.
    Answer<Work> answer = session.release(result, false, stopNow, heartbeat.gone());
    if (answer instanceof Ok && processDied()) {
      return afterDeath("while it waited for a block");
    }
    Work work = settle(answer);
    return stop.isDone() ? null : work;
  }

  private Result result(Assignment current, BlockLease block, @Nullable String error) {
    Binding binding = current.binding();
    equipment
        .listener()
        .on(new BlockDone(equipment.worker(), binding.run(), binding.task(), block.block(), error));
    return new Result(block.lease(), error == null, error);
  }

  /** Reports the block as failed, and its worker as unfit for another one. */
  private @Nullable Work breakOff(Assignment current, BlockLease block, String error) {
    ProcessEnd end = current.runner().kill();
    String tail = end == null ? "" : end.stderrTail();
    String whole = Errors.bounded(tail.isEmpty() ? error : error + "\nstderr ends with:\n" + tail);
    assignment = null;
    Answer<Work> answer =
        session.release(result(current, block, whole), false, stopNow, heartbeat.gone());
    if (settle(answer) == null) {
      return null;
    }
    Integer exitCode = end == null ? null : end.exitCode();
    return unbind(current.binding(), new Unbind(false, whole, exitCode));
  }

  /** Waits for a process that speaks with the service itself. */
  private @Nullable Work accompany(Assignment current, Runner.OfItself client) {
    ClientHold hold = new ClientHold(current.binding().id(), lostLeases);
    ear = hold::heard;
    Waits.first(client.ended(), hold.cut(), heartbeat.gone(), stop, stopNow);
    ear = _ -> {};
    if (client.ended().isDone()) {
      return afterDeath("by itself");
    }
    ClientHold.Cut cut = hold.cut().getNow(null);
    if (cut == null) {
      return null;
    }
    if (cut.ended() != null) {
      return afterEnd(cut.ended());
    }
    assignment = current.withKilled(client.kill());
    return acquire();
  }

  private @Nullable Work afterEnd(Ended ended) {
    Assignment current = assignment;
    if (current == null) {
      // Its end was said already, but the service may not have heard it.
      session.unbind(new Unbind(true, ended.reason(), null), stopNow, heartbeat.gone());
      return acquire();
    }
    ProcessEnd end =
        current.killed() != null
            ? current.killed()
            : current.runner().finish(stopNow, heartbeat.gone());
    assignment = null;
    return unbind(current.binding(), Assignment.farewell(end, ended.reason()));
  }

  private boolean processDied() {
    return assignment != null
        && assignment.killed() == null
        && assignment.runner().ended().isDone();
  }

  private @Nullable Work afterDeath(String when) {
    Assignment current = assignment;
    assignment = null;
    if (current == null) {
      return acquire();
    }
    return unbind(current.binding(), Assignment.death(current.runner().ended().join(), when));
  }

  private @Nullable Work unbind(Binding binding, Unbind farewell) {
    equipment
        .listener()
        .on(
            new Unbound(
                equipment.worker(),
                binding.run(),
                binding.task(),
                farewell.clean(),
                farewell.reason()));
    return switch (session.unbind(farewell, stopNow, heartbeat.gone())) {
      case Ok<?> _ -> acquire();
      case Gone<?>(String why) -> lost(why);
      case Refused<?>(String why) -> lost(why);
      case CutShort<?> _ -> null;
    };
  }

  private CompletableFuture<?>[] interruptions() {
    CompletableFuture<?>[] usual = {stop, stopNow, heartbeat.gone()};
    return assignment == null || assignment.killed() != null
        ? usual
        : Waits.and(assignment.runner().ended(), usual);
  }

  /** Politely, unless there is no time or nobody who would take the result. */
  private void endProcess() {
    if (assignment == null) {
      return;
    }
    Runner runner = assignment.runner();
    assignment = null;
    if (cause != null || stopNow.isDone() || heartbeat.gone().isDone()) {
      runner.kill();
    } else if (runner instanceof Runner.OfItself client) {
      client.drain(stopNow, heartbeat.gone());
    } else {
      runner.finish(stopNow, heartbeat.gone());
    }
  }
}
