package dev.yardmaster.live;

import dev.yardmaster.api.access.AccessFilter;
import jakarta.websocket.Session;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

/** The server's end of each WebSocket. */
final class LiveSocket extends AbstractWebSocketHandler {

  private static final String BLOCKING_SEND_TIMEOUT =
      "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";

  private final LiveService live;
  private final Map<String, Client> clients = new ConcurrentHashMap<>();

  LiveSocket(LiveService live) {
    this.live = live;
  }

  @Override
  public void afterConnectionEstablished(WebSocketSession session) {
    Session own =
        Objects.requireNonNull(
            ((NativeWebSocketSession) session).getNativeSession(Session.class), "the server's");
    own.getUserProperties().put(BLOCKING_SEND_TIMEOUT, LiveLimits.CLOSE_WITHIN.toMillis());
    session.setTextMessageSizeLimit(LiveLimits.MAX_INBOUND);
    session.setBinaryMessageSizeLimit(LiveLimits.MAX_INBOUND);
    Long until = (Long) session.getAttributes().get(AccessFilter.UNTIL);
    clients.put(session.getId(), live.connects(new SocketLine(own), until));
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage message) {
    Client client = clients.get(session.getId());
    if (client != null) {
      live.says(client, message.getPayload());
    }
  }

  /** Nothing that anybody has to say is binary. */
  @Override
  protected void handleBinaryMessage(WebSocketSession session, BinaryMessage message) {
    Client client = clients.get(session.getId());
    if (client != null) {
      live.says(client, "");
    }
  }

  @Override
  protected void handlePongMessage(WebSocketSession session, PongMessage message) {
    Client client = clients.get(session.getId());
    if (client != null) {
      live.heard(client);
    }
  }

  @Override
  public void handleTransportError(WebSocketSession session, @Nullable Throwable failure) {
    // The end of the connection follows.
  }

  @Override
  public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
    Client client = clients.remove(session.getId());
    if (client != null) {
      live.leaves(client);
    }
    live.exit();
  }
}
