package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.event.Event;
import java.util.List;

/**
 * What came of one command.
 *
 * @param outcome the answer to the one who asked
 * @param deliveries answers to asks that had been waiting, in order; may include the asker's own
 * @param events everything that was decided, in order
 */
public record Decision(Outcome outcome, List<Delivery> deliveries, List<Event> events) {}
