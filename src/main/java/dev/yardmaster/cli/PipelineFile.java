package dev.yardmaster.cli;

import dev.yardmaster.cli.client.Submission;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * A pipeline document on disk.
 *
 * @param name as it was named on the command line
 * @param path absolute
 */
record PipelineFile(Path name, Path path, String text) {

  /** As in the service, which would refuse a longer one. */
  private static final int MOST_BYTES = 1 << 20;

  /**
   * @throws BadInputException if there is no such file, or none that is text of a bearable size
   */
  static PipelineFile read(Path name, Surroundings surroundings) {
    Path path = surroundings.resolve(name);
    try {
      if (Files.isDirectory(path)) {
        throw new BadInputException(name + ": is a directory; name the pipeline's file in it");
      }
      if (Files.size(path) > MOST_BYTES) {
        throw new BadInputException(name + ": larger than 1 MiB, the most a pipeline may have");
      }
      return new PipelineFile(name, path, Files.readString(path));
    } catch (NoSuchFileException absent) {
      throw new BadInputException(
          name + ": no such file (looked in " + surroundings.directory() + ")");
    } catch (CharacterCodingException binary) {
      throw new BadInputException(name + ": is not UTF-8 text");
    } catch (IOException unreadable) {
      throw new BadInputException(name + ": cannot be read (" + unreadable.getMessage() + ")");
    }
  }

  /** JSON where its name says so; YAML, which JSON is a part of, otherwise. */
  String contentType() {
    boolean json = path.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    return json ? "application/json" : "application/yaml";
  }

  /** Where the pipeline's commands run. */
  Path directory() {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  Submission submission(Map<String, String> params) {
    return new Submission(text, contentType(), directory(), params, UUID.randomUUID().toString());
  }
}
