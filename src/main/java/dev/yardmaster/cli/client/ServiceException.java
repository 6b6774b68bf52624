package dev.yardmaster.cli.client;

import java.net.URI;

/** The service did not do what it was asked. The message is fit for a person. */
public sealed class ServiceException extends RuntimeException {

  ServiceException(String message, Throwable cause) {
    super(message, cause);
  }

  ServiceException(String message) {
    super(message);
  }

  /** Nobody answered, or not in time: it may be down, starting, or elsewhere. */
  public static final class Unreachable extends ServiceException {
    Unreachable(URI service, String why, Throwable cause) {
      super(
          "No Yardmaster service answers at "
              + service
              + " ("
              + why
              + "). Start one with the command \"server\", or name another with --server URL.",
          cause);
    }
  }

  /** It answered, but not in its own words: something else may be listening there. */
  public static final class NotUnderstood extends ServiceException {
    NotUnderstood(URI service, String what, Throwable cause) {
      super(
          "What "
              + service
              + " answers is not what a Yardmaster service would ("
              + what
              + "). Check the address given with --server.",
          cause);
    }
  }

  /** It cannot answer for the moment (503): its database is away or it is overloaded. */
  public static final class Unavailable extends ServiceException {
    Unavailable(URI service, String why) {
      super("The service at " + service + " cannot work at the moment: " + why);
    }
  }

  /** It refused: the request asks for something that it does not do. */
  public static final class Refused extends ServiceException {
    private final ProblemAnswer problem;

    Refused(URI service, ProblemAnswer problem) {
      super("The service at " + service + " refused: " + problem.text());
      this.problem = problem;
    }

    /** What it said. */
    public ProblemAnswer problem() {
      return problem;
    }
  }
}
