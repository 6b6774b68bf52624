/** Pictures of the state at one moment, for replies, pages and pushes. Plain immutable data. */
@NullMarked
package dev.yardmaster.scheduler.view;

import org.jspecify.annotations.NullMarked;
