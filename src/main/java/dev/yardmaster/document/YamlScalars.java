package dev.yardmaster.document;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.Schema;

/**
 * What a plain YAML scalar is, by the core schema of YAML 1.2: {@code true} and {@code false} are
 * truth values, {@code yes}, {@code no}, {@code on}, {@code off}, dates and {@code 12:30} are text.
 */
final class YamlScalars {

  static final Schema SCHEMA = new CoreSchema();

  /**
   * Longest text that can be a number. Converting is quadratic in the digits, and no field of a
   * document holds a number of more than 17.
   */
  private static final int MAX_NUMBER_LENGTH = 64;

  private YamlScalars() {}

  /** Whether a tag says what quotes say. */
  static boolean isTextTag(String tag) {
    return tag.equals(Tag.STR.getValue()) || tag.equals("!");
  }

  /** A quick look that spares most texts five regular expressions. */
  private static boolean mayBeMoreThanText(String plain) {
    return plain.isEmpty() || "~nNtTfF+-.0123456789".indexOf(plain.charAt(0)) >= 0;
  }

  /** Text, a number, a truth value or null. */
  static @Nullable Object value(String plain) {
    if (plain.length() > MAX_NUMBER_LENGTH || !mayBeMoreThanText(plain)) {
      return plain;
    }
    Tag tag = SCHEMA.getScalarResolver().resolve(plain, true);
    if (tag.equals(Tag.STR)) {
      return plain;
    }
    return Optional.ofNullable(SCHEMA.getSchemaTagConstructors().get(tag))
        .map(constructor -> constructor.construct(new ScalarNode(tag, plain, ScalarStyle.PLAIN)))
        .orElse(tag.equals(Tag.NULL) ? null : plain);
  }
}
