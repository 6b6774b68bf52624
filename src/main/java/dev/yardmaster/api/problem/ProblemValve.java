package dev.yardmaster.api.problem;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers for requests so broken that the server refuses them before anything of ours sees them,
 * such as one whose path is not encoded correctly.
 */
public final class ProblemValve extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

  private final ProblemWriter problems;

  public ProblemValve(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    ErrorCode code = ProblemTranslator.ofStatus(status);
    if (response.getHeader(RequestIds.HEADER) == null) {
      response.setHeader(RequestIds.HEADER, RequestIds.of(request.getHeader(RequestIds.HEADER)));
    }
    try {
      problems.write(response, code, "the server could not read the request");
      response.finishResponse();
    } catch (IOException hungUp) {
      LOG.debug("Nobody was left to be told of status {}", status, hungUp);
    }
  }
}
