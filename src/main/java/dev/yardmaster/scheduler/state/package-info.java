/**
 * What the scheduler knows: runs, tasks, bindings, workers, and the indexes that make decisions
 * quick. Everything can be looked at from outside; only {@link
 * dev.yardmaster.scheduler.state.Applier} changes it, one event at a time.
 */
@NullMarked
package dev.yardmaster.scheduler.state;

import org.jspecify.annotations.NullMarked;
