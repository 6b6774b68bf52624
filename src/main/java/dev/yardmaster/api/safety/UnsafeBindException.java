package dev.yardmaster.api.safety;

/** The configuration would let strangers in, so the service does not start. */
public final class UnsafeBindException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  UnsafeBindException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /** What to change. */
  public String remedy() {
    return remedy;
  }
}
