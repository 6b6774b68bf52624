/**
 * What the scheduler has promised, kept in books of its own and compared after every step
 * (semantics §2 to §9). Naive on purpose: an array entry per block, sums counted anew, nothing
 * taken over from the core but its events and answers. It decides nothing.
 */
@NullMarked
package dev.yardmaster.scheduler.simulation.oracle;

import org.jspecify.annotations.NullMarked;
