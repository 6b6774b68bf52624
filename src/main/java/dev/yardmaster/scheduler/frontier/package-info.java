/**
 * Which blocks of a run are ready, retried, orphaned: lazy, in bitmaps and ranges, no object per
 * block (semantics §4).
 */
@NullMarked
package dev.yardmaster.scheduler.frontier;

import org.jspecify.annotations.NullMarked;
