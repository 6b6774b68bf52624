/**
 * The life cycle of a task: a sealed type of {@code Running}, {@code Done} and {@code Abandoned},
 * and the counters of which invariants I1 to I3 hold (semantics §2, §3).
 */
@NullMarked
package dev.yardmaster.scheduler.task;

import org.jspecify.annotations.NullMarked;
