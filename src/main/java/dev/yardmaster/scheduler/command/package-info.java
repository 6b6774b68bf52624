/** What the scheduler can be asked, and what it answers. Plain immutable data. */
@NullMarked
package dev.yardmaster.scheduler.command;

import org.jspecify.annotations.NullMarked;
