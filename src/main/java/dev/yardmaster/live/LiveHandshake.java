package dev.yardmaster.live;

import dev.yardmaster.api.access.AccessFilter;
import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.socket.WebSocketExtension;
import org.springframework.web.socket.server.HandshakeFailureException;
import org.springframework.web.socket.server.support.DefaultHandshakeHandler;

/**
 * Lets clients in, as long as there is room. By whom and by what name the service may be called has
 * been looked at before, as with every call.
 */
public final class LiveHandshake implements HttpRequestHandler {

  private final LiveService live;
  private final LiveSocket socket;
  private final ProblemWriter problems;
  private final DefaultHandshakeHandler handshake = new Uncompressed();

  public LiveHandshake(LiveService live, ProblemWriter problems) {
    this.live = live;
    this.socket = new LiveSocket(live);
    this.problems = problems;
  }

  @Override
  public void handleRequest(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
      problems.write(
          response, ErrorCode.BAD_REQUEST, "this is a WebSocket: connect with ws:// instead");
    } else if (!live.enter()) {
      problems.write(
          response,
          ErrorCode.BUSY,
          "all of the " + LiveLimits.MAX_CLIENTS + " places of those who watch are taken");
    } else if (!upgrade(request, response)) {
      live.exit();
    }
  }

  private boolean upgrade(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ServletServerHttpResponse answer = new ServletServerHttpResponse(response);
    try {
      boolean upgraded =
          handshake.doHandshake(
              new ServletServerHttpRequest(request), answer, socket, attributes(request));
      answer.flush();
      return upgraded;
    } catch (HandshakeFailureException e) {
      problems.write(response, ErrorCode.BAD_REQUEST, "the WebSocket could not be opened");
      return false;
    }
  }

  private static Map<String, Object> attributes(HttpServletRequest request) {
    Object until = request.getAttribute(AccessFilter.UNTIL);
    return until == null ? Map.of() : Map.of(AccessFilter.UNTIL, until);
  }

  /**
   * Compressing costs processor time for each client anew, and memory for as long as it stays; what
   * goes out is written once for all of them and kept small as it is.
   */
  private static final class Uncompressed extends DefaultHandshakeHandler {

    @Override
    protected List<WebSocketExtension> filterRequestedExtensions(
        ServerHttpRequest request,
        List<WebSocketExtension> requested,
        List<WebSocketExtension> supported) {
      return List.of();
    }
  }
}
