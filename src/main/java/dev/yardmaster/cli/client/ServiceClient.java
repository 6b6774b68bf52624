package dev.yardmaster.cli.client;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the REST API that the command line needs. Every method throws {@link
 * ServiceException} and nothing else where the service is away, refuses, or is not one.
 */
public final class ServiceClient {

  /** Visible ASCII and the space, but not the percent sign that starts an encoded character. */
  private static final Pattern HEADER_SAFE = Pattern.compile("[ -~&&[^%]]");

  private final Exchange exchange;

  /**
   * @param service such as {@code http://127.0.0.1:8080}; a path in it is kept, for services behind
   *     a proxy
   */
  public ServiceClient(URI service) {
    this(service, null);
  }

  /**
   * As above.
   *
   * @param token shown with each call; null where the service wants none
   */
  public ServiceClient(URI service, @Nullable String token) {
    this.exchange = new Exchange(service, token);
  }

  /** Where the service is, without a slash at its end. */
  public URI service() {
    return exchange.service();
  }

  /** Submits a pipeline; sending the same submission again answers with the same run. */
  public RunAnswer submit(Submission submission) {
    HttpRequest.Builder request =
        exchange
            .request("/runs" + query(params(submission)))
            .header("Idempotency-Key", submission.key());
    return exchange.send(with(submission, request), RunAnswer.class);
  }

  /** What a submission would run, without running it. */
  public PlanAnswer plan(Submission submission) {
    Stream<String> dry = Stream.concat(Stream.of("dry_run=true"), params(submission));
    return exchange.send(
        with(submission, exchange.request("/runs" + query(dry))), PlanAnswer.class);
  }

  /** The run as it is now. */
  public RunAnswer run(String run) {
    return exchange.send(exchange.request(path(run)).GET(), RunAnswer.class);
  }

  /** The run as soon as it has ended, or as it is after the time. */
  public RunAnswer await(String run, Duration time) {
    return exchange.send(
        exchange.request(path(run) + "/wait?timeout=" + time, time).GET(), RunAnswer.class);
  }

  /**
   * Asks for a run to be cancelled; its workers stop later.
   *
   * @throws ServiceException.Refused with status 409 where it has already ended
   */
  public void cancel(String run) {
    exchange.order(exchange.request(path(run) + "/cancel").POST(BodyPublishers.noBody()));
  }

  /** Blocks of a task that failed for good, lowest first. */
  public List<FailedBlock> failedBlocks(String run, String task, int limit) {
    String path = path(run) + "/tasks/" + encode(task) + "/blocks?state=failed&limit=" + limit;
    return exchange.page(path, FailedBlock.class).items();
  }

  /** The audit trail from after an entry on, in order; at most as many as the service gives. */
  public List<EventAnswer> events(String run, long after, int limit) {
    String path = path(run) + "/events?after=" + after + "&limit=" + limit;
    return exchange.page(path, EventAnswer.class).items();
  }

  private static HttpRequest.Builder with(Submission submission, HttpRequest.Builder request) {
    return request
        .header("Content-Type", submission.contentType())
        .header("Yardmaster-Directory", headerValue(submission.directory().toString()))
        .POST(BodyPublishers.ofString(submission.text()));
  }

  private static Stream<String> params(Submission submission) {
    return submission.params().entrySet().stream().map(ServiceClient::param);
  }

  private static String param(Map.Entry<String, String> param) {
    return "param=" + encode(param.getKey() + "=" + param.getValue());
  }

  private static String query(Stream<String> parts) {
    String query = parts.collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  private static String path(String run) {
    return "/runs/" + encode(run);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Headers are ASCII: whatever else a directory's name holds is percent-encoded. */
  private static String headerValue(String directory) {
    return directory
        .codePoints()
        .mapToObj(Character::toString)
        .map(each -> HEADER_SAFE.matcher(each).matches() ? each : encode(each))
        .collect(Collectors.joining());
  }
}
