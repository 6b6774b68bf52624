package dev.yardmaster.document;

import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.ProblemCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document into a tree of {@link java.util.Map}, {@link java.util.List}, {@link String},
 * {@link Number}, {@link Boolean} and null. Never throws for what is in the document.
 *
 * <p>YAML is YAML 1.2 with its core schema, one document, no tags, no merge keys. Aliases are
 * allowed within bounds. Keys are always text, and no key may be there twice.
 */
public final class DocumentReader {

  /** Bytes a document. A thousand tasks with all their fields need less. */
  public static final int MAX_BYTES = 1 << 20;

  /** A tree, or why there is none. */
  public sealed interface Result {
    /**
     * @param tree null if the document says so
     * @param places where its values are in the text
     */
    record Readable(@Nullable Object tree, Places places) implements Result {}

    /** Never empty; each message begins with line and column, if the problem has a place. */
    record Unreadable(List<Problem> problems) implements Result {}
  }

  /**
   * Reads a stream to its end or just beyond {@link #MAX_BYTES}; does not close it.
   *
   * @throws IOException if the stream does
   */
  public Result read(InputStream stream, Format format) throws IOException {
    return read(stream.readNBytes(MAX_BYTES + 1), format);
  }

  /** Reads UTF-8, with or without a byte order mark. */
  public Result read(byte[] bytes, Format format) {
    TreeBuilder tree = new TreeBuilder();
    List<Problem> problems = new ArrayList<>();
    try {
      parse(decode(bytes), format, tree);
    } catch (UnreadableException e) {
      problems.add(e.problem());
    }
    problems.addAll(0, tree.problems());
    TreeBuilder.Item root = tree.root();
    return problems.isEmpty() && root != null
        ? new Result.Readable(root.value(), new Places(root.node()))
        : new Result.Unreadable(List.copyOf(problems));
  }

  /** Reads text that is in memory already. */
  public Result read(String text, Format format) {
    return read(text.getBytes(StandardCharsets.UTF_8), format);
  }

  private static void parse(String text, Format format, TreeBuilder tree) {
    switch (format) {
      case YAML -> YamlText.read(text, tree);
      case JSON -> JsonText.read(text, tree);
    }
    if (tree.root() == null) {
      throw UnreadableException.inAll(
          ProblemCode.EMPTY_DOCUMENT,
          "the document is empty; write a pipeline with at least \"name\" and \"tasks\"");
    }
  }

  private static String decode(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw UnreadableException.inAll(
          ProblemCode.DOCUMENT_TOO_LARGE,
          "the document has more than "
              + MAX_BYTES
              + " bytes (1 MiB); move what is not about tasks into files");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw UnreadableException.inAll(
          ProblemCode.NOT_UTF8, "the document is not UTF-8; save it as UTF-8 and try again");
    }
  }
}
