package dev.yardmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.WireJson;
import dev.yardmaster.api.problem.ProblemWriter;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.testing.FakeEngine;
import dev.yardmaster.testing.FakeHistories;
import java.io.IOException;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class LiveHandshakeTest {

  private final LiveService live =
      new LiveService(
          new FakeEngine(), new FakeHistories(), EngineClock.system(), InstantSource.system());
  private final LiveHandshake handshake =
      new LiveHandshake(live, new ProblemWriter(WireJson.MAPPER));

  private MockHttpServletResponse answer(MockHttpServletRequest request) throws IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    handshake.handleRequest(request, response);
    return response;
  }

  private static MockHttpServletRequest request() {
    return new MockHttpServletRequest("GET", "/api/v1/live");
  }

  private static MockHttpServletRequest upgrade() {
    MockHttpServletRequest request = request();
    request.addHeader("Upgrade", "websocket");
    request.addHeader("Connection", "Upgrade");
    return request;
  }

  @Test
  void whoDoesNotAskForAWebSocketIsToldSo() throws IOException {
    MockHttpServletResponse answer = answer(request());

    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(answer.getContentAsString()).contains("\"code\":\"bad_request\"", "ws://");
  }

  @Test
  void whenAllPlacesAreTakenTheNextOneIsAskedToComeLater() throws IOException {
    for (int i = 0; i < LiveLimits.MAX_CLIENTS; i++) {
      assertThat(live.enter()).isTrue();
    }
    MockHttpServletResponse answer = answer(upgrade());

    assertThat(answer.getStatus()).isEqualTo(503);
    assertThat(answer.getContentAsString()).contains("\"code\":\"busy\"", "2000 places");
    assertThat(answer.getHeader("Retry-After")).isNotNull();
    live.exit();
    assertThat(live.enter()).isTrue();
  }
}
