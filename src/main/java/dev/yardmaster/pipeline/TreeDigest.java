package dev.yardmaster.pipeline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 over a tree. Each value goes in as a letter for its type, its length and its content, so
 * that no two trees give the same bytes; objects with their keys sorted, because order means
 * nothing in them.
 */
final class TreeDigest {

  private final MessageDigest digest;

  private TreeDigest() {
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static String of(Map<String, Object> tree) {
    TreeDigest digest = new TreeDigest();
    digest.add(tree);
    return HexFormat.of().formatHex(digest.digest.digest());
  }

  private void add(Object value) {
    switch (value) {
      case Map<?, ?> map -> addObject(map);
      case List<?> list -> {
        addHead('l', list.size());
        list.forEach(this::add);
      }
      default -> addScalar(value);
    }
  }

  private void addObject(Map<?, ?> map) {
    Map<String, Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put(key.toString(), value));
    addHead('o', sorted.size());
    sorted.forEach(
        (key, value) -> {
          addScalar(key);
          add(value);
        });
  }

  private void addScalar(Object value) {
    char type =
        switch (value) {
          case String _ -> 's';
          case Long _ -> 'i';
          case Double _ -> 'd';
          case Boolean _ -> 'b';
          default ->
              throw new IllegalArgumentException("no scalar of a pipeline: " + value.getClass());
        };
    byte[] content = value.toString().getBytes(StandardCharsets.UTF_8);
    addHead(type, content.length);
    digest.update(content);
  }

  private void addHead(char type, int length) {
    digest.update((byte) type);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
  }
}
