package dev.yardmaster.pipeline;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a document as a message shows them: short, and harmless on a terminal. */
public final class Words {

  /** Characters of a value that a message repeats; enough to recognise it. */
  private static final int MAX_SHOWN = 80;

  private Words() {}

  /** In quotes, shortened to 80 characters, with everything escaped that could steer a terminal. */
  public static String quoted(String text) {
    return '"' + harmless(text, MAX_SHOWN) + '"';
  }

  /** Shortened to so many characters, with everything escaped that could steer a terminal. */
  public static String harmless(String text, int most) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(most).forEach(character -> appendPrintable(shown, character));
    if (text.codePointCount(0, text.length()) > most) {
      shown.append('…');
    }
    return shown.toString();
  }

  private static void appendPrintable(StringBuilder shown, int character) {
    if (isPrintable(character)) {
      shown.appendCodePoint(character);
    } else {
      shown.append(String.format("\\u%04x", character));
    }
  }

  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** What a value is: {@code the text "x"}, {@code the number 3}, {@code a list}, … */
  static String described(@Nullable Object value) {
    return switch (value) {
      case null -> "empty";
      case String text -> "the text " + quoted(text);
      case Number number -> "the number " + shortened(number);
      case Boolean flag -> flag.toString();
      case Map<?, ?> _ -> "an object";
      case Collection<?> _ -> "a list";
      default -> "something that is neither text, number, list nor object";
    };
  }

  /** A number without its thousand digits. */
  static String shortened(Number number) {
    String text = number.toString();
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }

  /** As a person enumerates: {@code a, b or c}. */
  static String oneOf(List<String> words) {
    int last = words.size() - 1;
    return last <= 0
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }
}
