package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.placement.BalanceMode;
import dev.yardmaster.scheduler.simulation.oracle.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One history: for some time anything may happen; then the budget is as it was, and whatever
 * workers the runs need are offered until all have ended.
 */
final class History {

  private static final int LONGEST_CHAOS = 40_000;

  /** Of runs that look like other things, such as {@code w-1}. */
  private static final List<String> NAMES = List.of("p", "w", "b", "l");

  private static final int OFFER_EVERY = 500;

  private final long seed;
  private final Chance chance;
  private final Mood mood;
  private final World world;
  private final int chaos;
  private final List<RunId> runs = new ArrayList<>();
  private final Set<RunId> running = new LinkedHashSet<>();
  private final @Nullable Resources budget;
  private int submissionsToCome;
  private final Crowd crowd;

  private History(long seed, UnaryOperator<Decision> told) {
    this.seed = seed;
    this.chance = new Chance(seed);
    this.mood = Mood.random(chance);
    this.world =
        new World(
            World.settings(chance.oneOf(BalanceMode.values())),
            chance.happens(0.2) ? chance.between(1, 800) : 0,
            told);
    this.chaos = chance.between(1_000, LONGEST_CHAOS);
    this.budget = usualBudget();
    this.crowd = new Crowd(world, chance.split(), mood, runs);
  }

  /**
   * Runs the history to its end.
   *
   * @throws AssertionError with the seed and the last steps, if anything was not as promised
   */
  static World play(long seed) {
    return play(seed, UnaryOperator.identity());
  }

  /** With an oracle that is told something else. */
  static World play(long seed, UnaryOperator<Decision> told) {
    History history = new History(seed, told);
    try {
      history.plan();
      history.live();
    } catch (Violation | RuntimeException wrong) {
      throw history.failure(wrong);
    }
    return history.world;
  }

  private AssertionError failure(Throwable wrong) {
    return new AssertionError(
        """
        %s
        Seed %d. To see it again: ./mvnw test -Dtest=SimulationTest -Dyardmaster.simulation.seed=%d
        A %s history, service budget %s.
        %s\
        """
            .formatted(
                wrong instanceof Violation ? wrong.getMessage() : wrong,
                seed,
                seed,
                mood,
                budget,
                world.story()),
        wrong);
  }

  private void live() {
    while (!over() && world.advance()) {}
    world.lookAtEverything();
    if (!over()) {
      throw new Violation("I6: nothing is left to happen, but runs have not ended");
    }
    world.close();
    while (world.goesOn() && world.advance()) {}
    world.everybodyIsGone();
  }

  private boolean over() {
    return submissionsToCome == 0 && running.isEmpty();
  }

  private void heard(Event event) {
    if (event instanceof Event.RunEnded ended) {
      running.remove(ended.run());
    }
    if (event instanceof Event.RunSubmitted submitted) {
      running.add(submitted.run());
    }
    if (event instanceof Event.RunForgotten gone) {
      runs.remove(gone.run());
    }
  }

  // --- what may happen --------------------------------------------------------------------------

  private void plan() {
    world.listen(this::heard);
    world.execute(new Command.SetServiceBudget(budget));
    planSubmissions();
    crowd.plan(chaos);
    boolean restless = mood == Mood.RESTLESS;
    sometimes(0.3, 3, world::save);
    sometimes(restless ? 1 : 0.3, restless ? 6 : 2, () -> world.restart(chance.happens(0.5)));
    sometimes(restless ? 1 : 0.15, restless ? 8 : 3, this::changeBudget);
    sometimes(0.3, 6, () -> world.execute(new Command.Tick()));
    sometimes(0.2, 4, () -> new Nonsense(world, chance).say());
    planForgetting();
    planStopping();
    world.after(chaos, this::calm);
  }

  private void sometimes(double probability, int most, Runnable what) {
    int times = chance.happens(probability) ? chance.between(1, most) : 0;
    for (int i = 0; i < times; i++) {
      world.after(chance.between(0, chaos), what);
    }
  }

  /** Chosen apart, so that the other choices of a seed are what they would be without it. */
  private void planForgetting() {
    Chance own = new Chance(~seed);
    int times = own.happens(0.3) ? own.between(1, 6) : 0;
    for (int i = 0; i < times; i++) {
      Command command =
          new Command.ForgetRuns(
              Duration.ofMillis(own.between(0, chaos)), own.between(0, 2), own.between(1, 2));
      world.after(own.between(0, chaos), () -> world.execute(command));
    }
  }

  /** In good order; chosen apart too. */
  private void planStopping() {
    Chance own = new Chance(seed ^ 0x570b);
    if (own.happens(0.2)) {
      int at = own.between(0, chaos);
      boolean fromSnapshot = own.happens(0.5);
      world.after(at, world::stopHandingOut);
      world.after(at + own.between(0, 3_000), () -> world.restart(fromSnapshot));
    }
  }

  private void planSubmissions() {
    submissionsToCome = chance.oneOf(1, 1, 1, 2, 2, 3);
    List<Pipeline> pipelines = new ArrayList<>();
    for (int i = 0; i < submissionsToCome; i++) {
      boolean again = i > 0 && chance.happens(0.3);
      String name = chance.oneOf(NAMES);
      pipelines.add(again ? pipelines.getLast() : RandomPipeline.of(name, chance, mood));
      Pipeline pipeline = pipelines.getLast();
      String key = chance.happens(0.3) ? "key-" + chance.between(0, 1) : null;
      world.after(i == 0 ? 0 : chance.between(0, chaos / 2), () -> submit(pipeline, key));
    }
  }

  private void submit(Pipeline pipeline, @Nullable String key) {
    submissionsToCome--;
    Outcome outcome =
        world.execute(new Command.SubmitRun(pipeline, key, pipeline.name(), "directory"));
    if (outcome instanceof Outcome.Submitted submitted && !submitted.existing()) {
      runs.add(submitted.run());
      if (chance.happens(0.15)) {
        int wait = chance.between(0, chaos);
        world.after(wait, () -> cancel(submitted.run()));
      }
    }
  }

  private void cancel(RunId run) {
    world.execute(new Command.CancelRun(run, "somebody said so"));
    if (chance.happens(0.3)) {
      world.execute(new Command.CancelRun(run, "somebody said so again"));
    }
  }

  /** Mostly of every key enough; tasks that need one that nobody bounds are refused. */
  private @Nullable Resources usualBudget() {
    Map<String, Long> amounts = new TreeMap<>();
    for (String key : RandomPipeline.KEYS) {
      if (chance.happens(0.85)) {
        amounts.put(key, RandomPipeline.enough(chance, mood));
      }
    }
    return chance.happens(0.15) ? null : Resources.of(amounts);
  }

  /** May be less than what is used, or than what anybody needs. */
  private void changeBudget() {
    Map<String, Long> amounts = new TreeMap<>();
    RandomPipeline.KEYS.forEach(key -> amounts.put(key, (long) chance.between(0, 6)));
    Resources changed = chance.happens(0.1) ? null : Resources.of(amounts);
    world.execute(new Command.SetServiceBudget(changed));
  }

  // --- the end ----------------------------------------------------------------------------------

  private void calm() {
    world.execute(new Command.SetServiceBudget(budget));
    offer();
  }

  private void offer() {
    if (!world.isClosed() && !over()) {
      crowd.offerWhatIsNeeded();
      world.after(OFFER_EVERY, this::offer);
    }
  }

  static SortedSet<String> everyTag() {
    return new TreeSet<>(RandomPipeline.TAGS);
  }
}
