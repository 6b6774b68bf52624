/**
 * Resource vectors and the ledger: what bindings consume of a budget, never negative, never
 * clamped.
 */
@NullMarked
package dev.yardmaster.scheduler.budget;

import org.jspecify.annotations.NullMarked;
