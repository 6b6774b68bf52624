/**
 * Which worker may serve which task: kinds, tags, reservations, the choice of a worker, and the
 * reasons for a refusal (semantics §5, §8).
 */
@NullMarked
package dev.yardmaster.scheduler.placement;

import org.jspecify.annotations.NullMarked;
