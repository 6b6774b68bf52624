package dev.yardmaster.api.access;

/** A token in the configuration is not usable, so the service does not start. */
public final class AccessTokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  private AccessTokenException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /**
   * @param found the value, shortened, or that there is none
   * @param allowed what it has to be
   */
  static AccessTokenException wrong(String property, String found, String allowed) {
    return new AccessTokenException(
        property + " is " + found + ", but must be " + allowed + ".",
        "Make an entry with: java -jar yardmaster.jar token --name NAME --role ROLE");
  }

  static AccessTokenException duplicate(String property, String what) {
    return new AccessTokenException(
        property + " is " + what + ", which another entry has already.",
        "Give each token a name of its own, so that audit trails say who it was.");
  }

  static AccessTokenException tooMany(int found, int most) {
    return new AccessTokenException(
        "yardmaster.access.tokens has " + found + " entries, but may have at most " + most + ".",
        "Remove tokens that nobody uses.");
  }

  /** What to change. */
  public String remedy() {
    return remedy;
  }
}
