package dev.yardmaster.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Columns of text, as wide as their widest cell; numbers stand right. */
final class TextTable {

  private static final String GAP = "  ";

  private static final Pattern NUMBER = Pattern.compile("[0-9.:]+( s)?");

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(List.of(header));
  }

  void add(String... cells) {
    rows.add(List.of(cells));
  }

  List<String> lines() {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String padding = " ".repeat(widths[column] - row.get(column).length());
      String cell = row.get(column);
      line.append(column == 0 ? "" : GAP);
      line.append(standsRight(column) ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  /** Where there are numbers, counted or timed, and nothing else. */
  private boolean standsRight(int column) {
    List<String> cells = rows.stream().skip(1).map(row -> row.get(column)).toList();
    return cells.stream().anyMatch(cell -> NUMBER.matcher(cell).matches())
        && cells.stream().allMatch(cell -> cell.equals("-") || NUMBER.matcher(cell).matches());
  }
}
