package dev.yardmaster.live;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A line over a WebSocket. Texts are sent without waiting; what the server sends only with waiting
 * (pings, the end) is left to threads that may.
 */
final class SocketLine implements Line {

  private static final byte[] NOTHING = {};

  private final Session session;
  private final AtomicBoolean pinging = new AtomicBoolean();

  SocketLine(Session session) {
    this.session = session;
    session.getAsyncRemote().setSendTimeout(LiveLimits.SEND_WITHIN.toMillis());
  }

  @Override
  public void send(String text, Consumer<@Nullable Throwable> over) {
    try {
      session.getAsyncRemote().sendText(text, result -> over.accept(result.getException()));
    } catch (RuntimeException closed) {
      over.accept(closed);
    }
  }

  @Override
  public void ping() {
    if (pinging.compareAndSet(false, true)) {
      aside(
          () -> {
            try {
              session.getBasicRemote().sendPing(ByteBuffer.wrap(NOTHING));
            } finally {
              pinging.set(false);
            }
          });
    }
  }

  @Override
  public void close(int code, String reason) {
    aside(() -> session.close(new CloseReason(CloseReason.CloseCodes.getCloseCode(code), reason)));
  }

  private interface Waiting {
    void run() throws IOException;
  }

  private static void aside(Waiting action) {
    Thread.ofVirtual()
        .name("live-aside")
        .start(
            () -> {
              try {
                action.run();
              } catch (IOException | RuntimeException gone) {
                // It is closed, or will be; whoever reads from it hears of that.
              }
            });
  }
}
