package dev.yardmaster.cli.report;

import dev.yardmaster.cli.client.PlanAnswer;
import dev.yardmaster.cli.client.PlanAnswer.After;
import dev.yardmaster.cli.client.PlanAnswer.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A plan for a person: a sentence, and a line a task in an order in which they can run. */
public final class PlanTable {

  private static final String NOTHING = "-";

  private PlanTable() {}

  public static List<String> lines(PlanAnswer plan) {
    List<String> lines = new ArrayList<>();
    lines.add(
        plan.pipeline()
            + " is valid: "
            + Words.count(plan.steps().size(), "task")
            + ", "
            + Words.count(plan.blocks(), "block")
            + budget(plan.resources())
            + ".");
    lines.add("");
    TextTable table =
        new TextTable(
            "TASK", "BLOCKS", "AFTER", "WORKERS", "LIMITED BY", "REQUIRES", "TAGS", "RUNS");
    plan.steps().forEach(step -> row(table, step));
    lines.addAll(table.lines());
    return lines;
  }

  private static String budget(@Nullable Map<String, Long> resources) {
    return resources == null || resources.isEmpty()
        ? ", no budget of its own"
        : ", a budget of " + amounts(resources);
  }

  private static void row(TextTable table, Step step) {
    table.add(
        step.task(),
        Long.toString(step.blocks()),
        after(step.after()),
        Integer.toString(step.concurrentWorkers()),
        step.limitedBy(),
        step.requires().isEmpty() ? NOTHING : amounts(step.requires()),
        step.tags().isEmpty() ? NOTHING : String.join(", ", step.tags()),
        step.mode() == null ? "its workers' own code" : "a command, " + step.mode());
  }

  /** A matching dependency is told by its task alone; {@code all} holds a task back for longer. */
  private static String after(List<After> after) {
    return after.isEmpty()
        ? NOTHING
        : after.stream()
            .map(each -> each.blocks().equals("all") ? "all of " + each.task() : each.task())
            .collect(Collectors.joining(", "));
  }

  private static String amounts(Map<String, Long> amounts) {
    return new TreeMap<>(amounts)
        .entrySet().stream()
            .map(amount -> amount.getValue() + " " + amount.getKey())
            .collect(Collectors.joining(", "));
  }
}
