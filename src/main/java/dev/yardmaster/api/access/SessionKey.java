package dev.yardmaster.api.access;

/**
 * The secret with which cookies are signed: the same for as long as the database is, and nowhere
 * else, so that the configuration alone forges none.
 */
@FunctionalInterface
public interface SessionKey {

  /** At least 32 bytes; asked for once, when the first cookie is made or looked at. */
  byte[] bytes();
}
