package dev.yardmaster.engine;

/** More is waiting than the service takes in; the caller should try again shortly. */
public final class ServiceBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServiceBusyException(String message) {
    super(message);
  }
}
