/**
 * The scheduler: who may start, who gets which block, when a task is done or given up.
 *
 * <p>Pure and deterministic. {@link dev.yardmaster.scheduler.Scheduler#decide} looks at the state
 * and says what happens, as events; {@code apply} alone changes the state; recovery is the same
 * {@code apply} over stored events. Time comes in with each command. Nothing in here knows a clock,
 * a thread, randomness, a log, the network or a database, and none of that may enter.
 */
@NullMarked
package dev.yardmaster.scheduler;

import org.jspecify.annotations.NullMarked;
