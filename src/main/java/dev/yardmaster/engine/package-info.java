/**
 * The one writer: a bounded mailbox, batches, group commit through the {@code Journal} port,
 * replies after the commit, rebuild from the journal.
 */
@NullMarked
package dev.yardmaster.engine;

import org.jspecify.annotations.NullMarked;
