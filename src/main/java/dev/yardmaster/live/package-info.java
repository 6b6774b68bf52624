/**
 * Pushes what is committed to those who watch, over a WebSocket: a snapshot, then counters, of
 * which the latest win, and events in order.
 *
 * <p>One thread has all of it to itself ({@link dev.yardmaster.live.Switchboard}); sockets and
 * engine hand over and return. Nobody who watches can slow the service, or another who watches:
 * everything that waits is bounded, and whoever stays behind is let go. No database may enter here.
 */
@NullMarked
package dev.yardmaster.live;

import org.jspecify.annotations.NullMarked;
