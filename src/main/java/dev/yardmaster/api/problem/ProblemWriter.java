package dev.yardmaster.api.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** Writes a problem document from outside of any handler. */
public final class ProblemWriter {

  private final JsonMapper json;

  public ProblemWriter(JsonMapper json) {
    this.json = json;
  }

  /** Ends the response with a problem document. */
  public void write(HttpServletResponse response, ErrorCode code, String detail)
      throws IOException {
    Answer answer = Answer.of(code, detail);
    byte[] body = json.writeValueAsString(answer.document()).getBytes(StandardCharsets.UTF_8);
    response.setStatus(code.status().value());
    answer.headers().forEach((name, values) -> values.forEach(v -> response.addHeader(name, v)));
    response.setContentType(ProblemDocument.MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
