package dev.yardmaster.cli.progress;

import java.util.ArrayList;
import java.util.List;

/** A terminal that knows as much as is needed here: lines, cursor up, clearing. */
final class TerminalPicture {

  private static final char ESCAPE = '\u001b';

  private final List<String> lines = new ArrayList<>(List.of(""));
  private int row;

  private TerminalPicture() {}

  /** The lines that are seen after all of it was written. */
  static List<String> of(String written) {
    TerminalPicture picture = new TerminalPicture();
    int at = 0;
    while (at < written.length()) {
      char next = written.charAt(at);
      at = next == ESCAPE ? picture.control(written, at + 2) : picture.plain(next, at + 1);
    }
    return picture.lines.stream()
        .map(String::stripTrailing)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private int plain(char next, int after) {
    if (next == '\n') {
      row++;
      if (row == lines.size()) {
        lines.add("");
      }
    } else if (next != '\r') {
      lines.set(row, lines.get(row) + next);
    }
    return after;
  }

  private int control(String written, int at) {
    int end = at;
    while (Character.isDigit(written.charAt(end))) {
      end++;
    }
    String number = written.substring(at, end);
    switch (written.charAt(end)) {
      case 'A' -> row -= Integer.parseInt(number);
      case 'K' -> lines.set(row, "");
      case 'J' -> clearBelow();
      default -> throw new IllegalArgumentException("unknown control " + written.charAt(end));
    }
    return end + 1;
  }

  private void clearBelow() {
    lines.subList(row, lines.size()).clear();
    lines.add("");
  }
}
