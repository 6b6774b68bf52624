/**
 * The immutable pipeline document: tasks, their order, block counts, what a worker requires, tags,
 * and all of its validation.
 *
 * <p>Part of the core: depends on nothing else of ours, knows no text format (a document arrives as
 * a tree of maps, lists and scalars), no clock and no I/O.
 */
@NullMarked
package dev.yardmaster.pipeline;

import org.jspecify.annotations.NullMarked;
