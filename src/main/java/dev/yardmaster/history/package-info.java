/**
 * What a run looked like over time: curves of its counters and budgets, and who worked when.
 * Follows committed batches, keeps a bounded picture that gets coarser as it gets longer, and
 * stores it now and then, outside the writer's transactions: it may lose its last seconds, never
 * hold anybody up.
 *
 * <p>Nothing is decided here, and nobody decides by it. The database is behind {@link
 * dev.yardmaster.history.HistoryStore}.
 */
@NullMarked
package dev.yardmaster.history;

import org.jspecify.annotations.NullMarked;
