package dev.yardmaster.live;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The way to one client. No call waits for the client. */
interface Line {

  /**
   * Sends a text; not before the last one is over.
   *
   * @param over told once, on any thread and possibly before the call returns: null where it was
   *     sent, else what went wrong
   */
  void send(String text, Consumer<@Nullable Throwable> over);

  /** Asks for a sign of life. */
  void ping();

  /**
   * @param code of RFC 6455, such as 1013
   */
  void close(int code, String reason);
}
