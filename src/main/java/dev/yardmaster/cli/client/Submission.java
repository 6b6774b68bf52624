package dev.yardmaster.cli.client;

import java.nio.file.Path;
import java.util.Map;

/**
 * A pipeline on its way to the service.
 *
 * @param text the document as it was written
 * @param contentType {@code application/yaml} or {@code application/json}
 * @param directory where its commands run, absolute
 * @param params values that replace those of the document
 * @param key the same for every attempt at sending it, so that it is never run twice
 */
public record Submission(
    String text, String contentType, Path directory, Map<String, String> params, String key) {

  /** The same with another key, such as one that a second process would send too. */
  public Submission withKey(String other) {
    return new Submission(text, contentType, directory, params, other);
  }

  /** The same with commands that run elsewhere; absolute. */
  public Submission withDirectory(Path other) {
    return new Submission(text, contentType, other, params, key);
  }
}
