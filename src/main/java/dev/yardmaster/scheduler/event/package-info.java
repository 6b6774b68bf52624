/**
 * What the scheduler decided. Events alone change the state; the durable ones are what the journal
 * stores, so a change to one of them is a change of the stored format: fields may be added with a
 * meaning for their absence, none renamed or taken away.
 */
@NullMarked
package dev.yardmaster.scheduler.event;

import org.jspecify.annotations.NullMarked;
