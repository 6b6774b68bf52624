package dev.yardmaster.live;

import dev.yardmaster.api.WireJson;
import dev.yardmaster.pipeline.Words;
import dev.yardmaster.scheduler.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What a client may say: {@code {"subscribe": ["deepfield-12"]}}, and nothing else. */
record Request(@Nullable List<@Nullable String> subscribe) {

  /** What is wrong with a message, for whoever wrote the client. */
  static final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    BadRequestException(String message) {
      super(message);
    }
  }

  /**
   * @throws BadRequestException if it is anything else
   */
  static Subscription parse(String text) throws BadRequestException {
    Request request;
    try {
      request = WireJson.MAPPER.readValue(text, Request.class);
    } catch (JacksonException e) {
      throw new BadRequestException(
          "the message is not understood; say {\"subscribe\": [\"RUN\"]} or {\"subscribe\":"
              + " [\"*\"]}");
    }
    if (request == null || request.subscribe == null || request.subscribe.isEmpty()) {
      throw new BadRequestException("subscribe must name a run, or * for all");
    }
    if (request.subscribe.size() > LiveLimits.MAX_NAMES) {
      throw new BadRequestException("subscribe takes at most " + LiveLimits.MAX_NAMES + " names");
    }
    return subscription(request.subscribe);
  }

  private static Subscription subscription(List<@Nullable String> names)
      throws BadRequestException {
    for (String name : names) {
      if (name == null || name.isEmpty() || name.length() > LiveLimits.MAX_NAME) {
        throw new BadRequestException(
            name == null ? "a name is null" : "no run is called " + Words.quoted(name));
      }
    }
    return new Subscription(
        names.contains(Subscription.ALL),
        names.stream()
            .filter(name -> name != null && !name.equals(Subscription.ALL))
            .distinct()
            .map(name -> new RunId(String.valueOf(name)))
            .toList());
  }
}
