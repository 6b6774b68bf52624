/**
 * The one writer: a bounded mailbox, batches, group commit through the {@code Journal} port,
 * replies after the commit, rebuild from the journal.
 *
 * <p>A request goes mailbox, writer thread, committer thread, virtual thread of the reply. The
 * writer alone touches the state; the committer alone touches the journal once the service is up;
 * nothing of the callers runs on either. No HTTP and no SQL may enter here.
 */
@NullMarked
package dev.yardmaster.engine;

import org.jspecify.annotations.NullMarked;
