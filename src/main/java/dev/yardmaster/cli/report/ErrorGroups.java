package dev.yardmaster.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Errors that differ only in their numbers, told once. A thousand blocks that fail for one reason
 * are one thing to repair.
 */
final class ErrorGroups {

  /** More different errors are not read before the first ones are repaired. */
  private static final int SHOWN = 5;

  /** The end of a stack trace says most. */
  private static final int LINES_SHOWN = 12;

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private static final class Group {
    private final String where;
    private final String text;
    private int count;

    Group(String where, String text) {
      this.where = where;
      this.text = text;
    }
  }

  private final Map<String, Group> groups = new LinkedHashMap<>();

  /**
   * @param where such as {@code detect, block 3}; shown for the first of a group
   */
  void add(String kind, String where, String text) {
    String likeness = kind + NUMBER.matcher(text).replaceAll("#");
    groups.computeIfAbsent(likeness, none -> new Group(where, text)).count++;
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  /** The most frequent first; among equals the earliest. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    groups.values().stream()
        .sorted(Comparator.comparingInt((Group group) -> group.count).reversed())
        .limit(SHOWN)
        .forEach(group -> tell(group, lines));
    if (groups.size() > SHOWN) {
      lines.add("  and " + Words.count(groups.size() - SHOWN, "more kind") + " of errors");
    }
    return lines;
  }

  private static void tell(Group group, List<String> lines) {
    String often = group.count == 1 ? "" : " (and " + (group.count - 1) + " more like it)";
    lines.add("  " + group.where + often + ":");
    List<String> text = group.text.strip().lines().toList();
    int left = Math.max(0, text.size() - LINES_SHOWN);
    if (left > 0) {
      lines.add("    … " + Words.count(left, "line") + " before");
    }
    text.stream().skip(left).forEach(line -> lines.add("    " + line));
  }
}
