package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;

/** Watches a scheduler from outside, and objects. */
public final class Oracle {

  /** Every so many steps everything is compared, not only what the step touched. */
  private static final int STEPS_BETWEEN_FULL_LOOKS = 16;

  private final Books books;
  private final OutcomeRules outcomes;
  private final EventRules events;
  private final AnswerRules answers;
  private final TaskRules tasks;
  private final BindingRules bindings;
  private final SharingRules sharing;
  private final Lateness lateness;
  private final Look look;
  private long steps;

  public Oracle(SchedulerSettings settings) {
    this.books = new Books(settings);
    this.outcomes = new OutcomeRules(books);
    this.sharing = new SharingRules(books);
    this.events = new EventRules(books, sharing);
    this.answers = new AnswerRules(books);
    this.tasks = new TaskRules(books);
    this.bindings = new BindingRules(books);
    this.lateness = new Lateness(books);
    this.look = new Look(books);
  }

  /**
   * One command was executed.
   *
   * @throws Violation if anything about that is not as promised
   */
  public void watch(Command command, Moment now, Decision decision, Scheduler after) {
    Step step = new Step(command, now.ticks(), decision);
    outcomes.check(step);
    for (Event event : decision.events()) {
      events.happened(step, event);
    }
    answers.deliveries(step);
    answers.nobodyKeptWaiting(step);
    tasks.nothingLeftUndone(step);
    new RunRules(books).nobodyKeptTooLong(step);
    if (now.ticks() < after.nextDeadline().orElse(Long.MAX_VALUE)) {
      // Otherwise a tick is due, and what is kept may be free from now on.
      bindings.nothingOverlooked(after);
    }
    if (step.isTick()) {
      lateness.nobodyForgotten(step.now);
      sharing.nobodyIdleInTheWay(step.now);
    }
    if (++steps % STEPS_BETWEEN_FULL_LOOKS == 0) {
      look.atEverything(after, now);
    } else {
      look.atWhatChanged(after, decision);
    }
  }

  /** Compares everything that the scheduler shows with the books. */
  public void lookAtEverything(Scheduler scheduler, Moment now) {
    look.atEverything(scheduler, now);
    look.atEveryBlock(scheduler);
  }

  /** Nobody is left, and nothing is held. */
  public void everybodyIsGone(Scheduler scheduler, Moment now) {
    look.atNothing(scheduler, now);
  }
}
