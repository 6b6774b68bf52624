package dev.yardmaster.api;

/** Where the wire protocol lives. */
public final class ApiPaths {

  /** Every path of the protocol begins with it. */
  public static final String BASE = "/api/v1";

  /** Where a run is found. */
  public static final String RUNS = BASE + "/runs";

  private ApiPaths() {}
}
