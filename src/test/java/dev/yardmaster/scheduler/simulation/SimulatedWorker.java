package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.Ask;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.Answer;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process that speaks the worker protocol, well or badly. It knows only what it is answered; when
 * it dies it may come back under the same name, as a new worker.
 */
final class SimulatedWorker {

  private static final int HEARTBEAT_EVERY = 2_000;
  private static final int PAUSE_OF_THE_IMPATIENT = 1_500;
  private static final int RESEND_AFTER = 700;
  private static final int LATEST_REPETITION = 9_000;
  private static final int LONGER_THAN_ANY_LIMIT = 25_000;
  private static final int FOR_EVER = Integer.MAX_VALUE;

  private final World world;
  private final Chance chance;
  private final Habits habits;
  private final Person person;
  private @Nullable WorkerId id;

  /** Rises when it dies, and whenever it drops its work: what was planned before is off. */
  private long life;

  private long job;
  private boolean beating;
  private boolean waiting;
  private long asks;
  private boolean mute;
  private final Deque<LeasedBlock> hands = new ArrayDeque<>();
  private final List<BlockResult> unsent = new ArrayList<>();

  SimulatedWorker(World world, Chance chance, Habits habits, Person person) {
    this.world = world;
    this.chance = chance;
    this.habits = habits;
    this.person = person;
  }

  // --- life -------------------------------------------------------------------------------------

  void register(@Nullable BindingId launchedFor) {
    Command command =
        new Command.RegisterWorker(
            person.name(),
            person.host(),
            person.kind(),
            person.tags(),
            person.run(),
            person.task(),
            launchedFor,
            person.name());
    send(
        command,
        outcome -> {
          if (outcome instanceof Outcome.Registered registered && !world.isClosed()) {
            id = registered.worker();
            world.arrived(id, this);
            beating = true;
            later(HEARTBEAT_EVERY, this::beat);
            later(pause(), this::ask);
          }
        });
  }

  private void beat() {
    if (beating && (!waiting || chance.happens(0.2))) {
      send(new Command.Heartbeat(id, person.name()), this::heardHeartbeat);
    }
    later(HEARTBEAT_EVERY, this::beat);
  }

  private void heardHeartbeat(Outcome outcome) {
    if (outcome instanceof Outcome.UnknownWorker) {
      dieAndReturn();
    } else if (outcome instanceof Outcome.Alive alive
        && !hands.isEmpty()
        && alive.revoked().contains(hands.getFirst().lease())
        && !chance.happens(habits.stubborn())) {
      bindingIsOver();
    }
  }

  /** Everything that it was about to do is off; what it has sent still arrives. */
  void die() {
    life++;
    beating = false;
    waiting = false;
    mute = false;
    dropWork();
    if (id != null) {
      world.left(id);
      id = null;
    }
  }

  private void dieAndReturn() {
    die();
    if (chance.happens(0.7)) {
      later(chance.between(0, 5_000), () -> register(null));
    }
  }

  void leave() {
    if (id != null) {
      send(new Command.Leave(id, person.name()), outcome -> {});
    }
    dieAndReturn();
  }

  /** The service was restarted: nobody will answer what this worker waits for. */
  void connectionBroke() {
    if (waiting) {
      waiting = false;
      later(chance.between(0, 2_000), this::ask);
    }
  }

  // --- asking -----------------------------------------------------------------------------------

  private void ask() {
    if (id == null || waiting) {
      return;
    }
    long number = startWaiting();
    send(
        new Command.Acquire(id, person.name(), habits.maxBlocks(), patience()),
        outcome -> {
          if (outcome instanceof Outcome.UnknownWorker) {
            dieAndReturn();
          } else if (outcome instanceof Outcome.Stopping && asks == number) {
            waiting = false;
            later(chance.between(100, 2_000), this::ask);
          }
        });
    later(habits.patience() + 3_000, () -> giveUpWaiting(number));
  }

  private long startWaiting() {
    waiting = true;
    return ++asks;
  }

  private void giveUpWaiting(long number) {
    if (waiting && asks == number) {
      waiting = false;
      ask();
    }
  }

  private Duration patience() {
    return Duration.ofMillis(habits.patience());
  }

  /** The service answers the ask; the answer may get lost. */
  void answered(Answer answer) {
    if (!chance.happens(habits.line().loses())) {
      later(delay(), () -> react(answer));
    }
  }

  private void react(Answer answer) {
    waiting = false;
    switch (answer) {
      case Outcome.Work work -> take(work);
      case Outcome.NothingYet nothing ->
          later(pause() + (habits.patience() == 0 ? PAUSE_OF_THE_IMPATIENT : 0), this::ask);
      case Outcome.Ended ended -> bindingIsOver();
      case Outcome.Gone gone -> dieAndReturn();
    }
  }

  private void bindingIsOver() {
    dropWork();
    if (habits.temper() == Temper.MUTE && chance.happens(habits.oddness())) {
      later(silence(), this::ask);
    } else if (chance.happens(habits.stubborn())) {
      later(chance.between(0, 6_000), this::ask);
    } else if (person.kind() == WorkerKind.COMMAND || chance.happens(0.3)) {
      later(chance.happens(0.1) ? 5_000 : pause(), () -> unbind(chance.happens(0.9)));
    } else {
      later(pause(), this::ask);
    }
  }

  private void unbind(boolean clean) {
    if (id != null) {
      send(
          new Command.Unbind(id, person.name(), clean, null, clean ? 0 : 1),
          outcome -> later(pause(), this::ask));
    }
  }

  // --- working ----------------------------------------------------------------------------------

  private void take(Outcome.Work work) {
    LeaseId first = work.blocks().getFirst().lease();
    boolean known = hands.stream().anyMatch(block -> block.lease().equals(first));
    if (!known && id != null) {
      dropWork();
      hands.addAll(work.blocks());
      next();
    }
  }

  private void dropWork() {
    job++;
    hands.clear();
    unsent.clear();
  }

  private void next() {
    int time = chance.between(0, habits.pace());
    switch (habits.temper().next(chance, habits.oddness())) {
      case COMPLETE -> work(time, () -> finish(true));
      case FAIL -> work(time, () -> finish(false));
      case DIE_SILENTLY -> work(time, this::dieAndReturn);
      case DIE_WITH_REPORT -> work(time, this::dieWithReport);
      case LEAVE -> work(time, this::leave);
      case HANG_SILENTLY -> {
        beating = false;
        work(LONGER_THAN_ANY_LIMIT, this::wakeUp);
      }
      case HANG_WITH_HEARTBEATS -> work(LONGER_THAN_ANY_LIMIT, () -> finish(true));
      case STOP_ASKING -> {
        mute = true;
        work(time, () -> finish(true));
      }
    }
  }

  private void work(int time, Runnable then) {
    long mine = job;
    later(
        time,
        () -> {
          if (job == mine) {
            then.run();
          }
        });
  }

  private void dieWithReport() {
    dropWork();
    unbind(false);
  }

  private void wakeUp() {
    beating = true;
    finish(true);
  }

  private void finish(boolean ok) {
    boolean inOrder = !chance.happens(habits.disorder());
    LeasedBlock block = inOrder ? hands.removeFirst() : hands.removeLast();
    unsent.add(new BlockResult(block.lease(), ok, ok ? null : "no luck"));
    if (hands.isEmpty() || !habits.hoardsResults()) {
      report();
    } else {
      next();
    }
  }

  private void report() {
    List<BlockResult> results = List.copyOf(unsent);
    unsent.clear();
    boolean asks = hands.isEmpty() && !mute && !waiting && chance.happens(habits.eager());
    Ask ask = asks ? new Ask(habits.maxBlocks(), patience()) : null;
    if (asks) {
      long number = startWaiting();
      later(habits.patience() + 3_000, () -> giveUpWaiting(number));
    }
    long mine = job;
    send(
        new Command.Release(id, person.name(), results, ask),
        outcome -> heardRelease(outcome, asks, mine));
  }

  private void heardRelease(Outcome outcome, boolean asked, long mine) {
    if (outcome instanceof Outcome.UnknownWorker) {
      dieAndReturn();
      return;
    }
    if (outcome instanceof Outcome.Released released && job == mine) {
      boolean accepted =
          released.results().stream().allMatch(each -> each.outcome() == Acceptance.ACCEPTED);
      if (!accepted && !chance.happens(habits.stubborn())) {
        dropWork();
      }
      if (!hands.isEmpty()) {
        next();
      } else if (!asked) {
        later(mute ? silence() : pause(), this::askAgain);
      }
    }
  }

  private int silence() {
    return chance.happens(0.5) ? LONGER_THAN_ANY_LIMIT : FOR_EVER;
  }

  private void askAgain() {
    mute = false;
    ask();
  }

  // --- speaking ---------------------------------------------------------------------------------

  /** May arrive late, twice, or only when it is sent again; so may the reply. */
  private void send(Command command, Consumer<Outcome> then) {
    Habits.Line line = habits.line();
    if (chance.happens(line.repeats())) {
      world.after(chance.between(0, LATEST_REPETITION), () -> world.execute(command));
    }
    if (chance.happens(line.loses())) {
      later(RESEND_AFTER, () -> send(command, then));
      return;
    }
    long mine = life;
    world.after(
        delay(),
        () -> {
          Outcome outcome = world.execute(command);
          if (life == mine) {
            reply(command, outcome, then);
          }
        });
  }

  private void reply(Command command, Outcome outcome, Consumer<Outcome> then) {
    if (chance.happens(habits.line().loses())) {
      later(RESEND_AFTER, () -> send(command, then));
    } else {
      later(delay(), () -> then.accept(outcome));
    }
  }

  private int delay() {
    return chance.between(0, habits.line().delay());
  }

  private int pause() {
    return chance.between(0, 100);
  }

  private void later(int millis, Runnable what) {
    long mine = life;
    world.after(
        millis,
        () -> {
          if (life == mine) {
            what.run();
          }
        });
  }
}
