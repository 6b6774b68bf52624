package dev.yardmaster.journal.postgres;

/** What a person may read of a JDBC URL: the server and the database, never a password. */
final class DatabaseAddress {

  private DatabaseAddress() {}

  /** {@code jdbc:postgresql://db:5432/yard?user=me&password=x} is {@code db:5432/yard}. */
  static String of(String url) {
    return url.replaceFirst("^jdbc:postgresql:(//)?", "").replaceFirst("[?].*$", "");
  }
}
