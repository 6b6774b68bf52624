package dev.yardmaster.document;

/**
 * A place in a text.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record Place(int line, int column) {

  /** Such as {@code line 3, column 5}. */
  public String inWords() {
    return "line " + line + ", column " + column;
  }
}
