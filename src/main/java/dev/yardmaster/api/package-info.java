/**
 * REST for people and CI: runs, their events and blocks, the service's resources. Replies are
 * records of their own, so that the wire does not change with the core. It asks the engine and the
 * journal, and decides nothing.
 */
@NullMarked
package dev.yardmaster.api;

import org.jspecify.annotations.NullMarked;
