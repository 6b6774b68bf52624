/**
 * The whole state as plain data, so that a rebuild need not replay everything that ever happened.
 * Like the durable events this is a stored format: fields may be added with a meaning for their
 * absence, none renamed or taken away.
 */
@NullMarked
package dev.yardmaster.scheduler.snapshot;

import org.jspecify.annotations.NullMarked;
