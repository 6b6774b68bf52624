package dev.yardmaster.api.problem;

import java.util.Locale;
import org.springframework.http.HttpStatus;

/**
 * Every way in which a call can fail. The names are stable: programs compare {@link #code}, so one
 * may be added but never renamed.
 */
public enum ErrorCode {

  // The request cannot be read.

  MALFORMED_BODY(
      Category.MALFORMED,
      HttpStatus.BAD_REQUEST,
      "The body cannot be read",
      "Correct the body at the place named here and send it again."),
  INVALID_BODY(
      Category.MALFORMED,
      HttpStatus.UNPROCESSABLE_CONTENT,
      "The body has problems",
      "Correct everything listed under problems and send it again."),
  INVALID_PIPELINE(
      Category.MALFORMED,
      HttpStatus.UNPROCESSABLE_CONTENT,
      "The pipeline has problems",
      "Correct everything listed under problems and submit it again; nothing was started."),
  INVALID_PARAMETER(
      Category.MALFORMED,
      HttpStatus.BAD_REQUEST,
      "A parameter or header has a wrong value",
      "Correct the value named here and call again."),
  MISSING_PARAMETER(
      Category.MALFORMED,
      HttpStatus.BAD_REQUEST,
      "A parameter or header is missing",
      "Add what is named here and call again."),
  BAD_REQUEST(
      Category.MALFORMED,
      HttpStatus.BAD_REQUEST,
      "The request cannot be understood",
      "Compare the call with the description at /v3/api-docs."),
  METHOD_NOT_ALLOWED(
      Category.MALFORMED,
      HttpStatus.METHOD_NOT_ALLOWED,
      "This path does not know the method",
      "Use one of the methods that the Allow header names."),
  NOT_ACCEPTABLE(
      Category.MALFORMED,
      HttpStatus.NOT_ACCEPTABLE,
      "The answer does not come in that form",
      "Ask for application/json, or leave out the Accept header."),
  UNSUPPORTED_MEDIA_TYPE(
      Category.MALFORMED,
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      "The body's content type is not taken here",
      "Send JSON with Content-Type: application/json, or a pipeline as application/yaml."),
  BODY_TOO_LARGE(
      Category.MALFORMED,
      HttpStatus.CONTENT_TOO_LARGE,
      "The body is too large",
      "Send less at once."),
  BODY_TOO_SLOW(
      Category.MALFORMED,
      HttpStatus.REQUEST_TIMEOUT,
      "The body did not come in time",
      "Send it again, over a line on which it does not stand still for long."),

  // What is meant does not exist, or no longer.

  NO_SUCH_PATH(
      Category.ABSENT,
      HttpStatus.NOT_FOUND,
      "There is nothing at this path",
      "The paths are described at /v3/api-docs."),
  UNKNOWN_RUN(
      Category.ABSENT,
      HttpStatus.NOT_FOUND,
      "There is no such run",
      "GET /api/v1/runs lists the runs."),
  UNKNOWN_TASK(
      Category.ABSENT,
      HttpStatus.NOT_FOUND,
      "The run has no such task",
      "GET /api/v1/runs/{run} lists its tasks."),
  UNKNOWN_WORKER(
      Category.ABSENT,
      HttpStatus.GONE,
      "There is no such worker, or no longer",
      "Stop what it works on and register again."),
  LAUNCH_OVER(
      Category.ABSENT,
      HttpStatus.GONE,
      "What the worker was launched for is over",
      "End the process; there is nothing for it to do."),

  // The request is well-formed but cannot be granted as things stand.

  KEY_REUSED(
      Category.CONFLICT,
      HttpStatus.CONFLICT,
      "The idempotency key belongs to another document",
      "Use a new key for a new document."),
  ALREADY_ENDED(
      Category.CONFLICT,
      HttpStatus.CONFLICT,
      "The run has already ended",
      "Nothing is left to cancel."),
  REFUSED(
      Category.CONFLICT,
      HttpStatus.UNPROCESSABLE_CONTENT,
      "The scheduler refuses this",
      "Change what the detail names and try again."),

  // Who asks may not.

  MISSING_TOKEN(
      Category.FORBIDDEN,
      HttpStatus.UNAUTHORIZED,
      "The worker's token is missing",
      "Send the token of the registration as Authorization: Bearer TOKEN."),
  WRONG_TOKEN(
      Category.FORBIDDEN,
      HttpStatus.UNAUTHORIZED,
      "The token is not this worker's",
      "Send the token that came with this worker's id when it registered."),
  ACCESS_TOKEN_NEEDED(
      Category.FORBIDDEN,
      HttpStatus.UNAUTHORIZED,
      "This service wants to know who calls",
      "Send Authorization: Bearer TOKEN, or --token-file on the command line; in a browser, sign in"
          + " at /sign-in."),
  UNKNOWN_TOKEN(
      Category.FORBIDDEN,
      HttpStatus.UNAUTHORIZED,
      "The access token is not known here",
      "Look for typing errors, and whether yardmaster.access.tokens of the service still has it."),
  ROLE_MISSING(
      Category.FORBIDDEN,
      HttpStatus.FORBIDDEN,
      "The access token is not for this",
      "Use a token with the role named here; yardmaster.access.tokens of the service says which"
          + " has it."),
  COMMANDS_NOT_ALLOWED(
      Category.FORBIDDEN,
      HttpStatus.FORBIDDEN,
      "This service does not take pipelines with commands",
      "Let workers bring their own code, or set yardmaster.commands.allowed=true on the service."),
  UNKNOWN_HOST(
      Category.FORBIDDEN,
      HttpStatus.FORBIDDEN,
      "The service is not known by this name",
      "Call it as localhost or 127.0.0.1, or add the name to yardmaster.http.allowed-hosts."),
  FOREIGN_ORIGIN(
      Category.FORBIDDEN,
      HttpStatus.FORBIDDEN,
      "Pages of other sites may not call this service",
      "Open the service's own pages, or add the origin to yardmaster.http.allowed-origins."),

  // The service cannot just now.

  TOO_MANY_ATTEMPTS(
      Category.UNAVAILABLE,
      HttpStatus.TOO_MANY_REQUESTS,
      "Too many wrong access tokens; this one is wrong, too",
      "Find out who shows wrong tokens from that address; try again after the seconds that"
          + " Retry-After names."),
  BUSY(
      Category.UNAVAILABLE,
      HttpStatus.SERVICE_UNAVAILABLE,
      "The service cannot take the call just now",
      "Try again after the seconds that Retry-After names."),
  JOURNAL_UNAVAILABLE(
      Category.UNAVAILABLE,
      HttpStatus.SERVICE_UNAVAILABLE,
      "The database does not answer",
      "Try again after the seconds that Retry-After names; the service recovers by itself."),

  // A bug.

  INTERNAL(
      Category.BUG,
      HttpStatus.INTERNAL_SERVER_ERROR,
      "The service made a mistake",
      "Look up the id in the service's log, and report the lines found there.");

  /** Who has to do something about it. */
  public enum Category {
    /** The caller: it is written wrongly. */
    MALFORMED,
    /** The caller: what it names is not there. */
    ABSENT,
    /** The caller: it contradicts the state. */
    CONFLICT,
    /** Whoever runs the service: it protects itself. */
    FORBIDDEN,
    /** Nobody: waiting helps. */
    UNAVAILABLE,
    /** Yardmaster's authors. */
    BUG
  }

  private final Category category;
  private final HttpStatus status;
  private final String title;
  private final String remedy;

  ErrorCode(Category category, HttpStatus status, String title, String remedy) {
    this.category = category;
    this.status = status;
    this.title = title;
    this.remedy = remedy;
  }

  /** As it is on the wire, such as {@code unknown_run}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Category category() {
    return category;
  }

  public HttpStatus status() {
    return status;
  }

  /** One line for a person, the same for every occurrence. */
  public String title() {
    return title;
  }

  /** What to do about it, where the occurrence does not say something better. */
  public String remedy() {
    return remedy;
  }
}
