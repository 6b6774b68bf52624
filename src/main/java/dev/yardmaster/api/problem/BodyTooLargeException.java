package dev.yardmaster.api.problem;

import java.io.IOException;

/** A body went on beyond its bound while it was being read. */
public final class BodyTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param limit in bytes
   */
  public BodyTooLargeException(long limit) {
    super("the body is larger than " + limit + " bytes, which is the most taken here");
  }
}
