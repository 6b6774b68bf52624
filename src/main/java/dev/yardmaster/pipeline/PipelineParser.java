package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.DependencyCheck.Resolved;
import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Pipeline} of a tree of maps, lists and scalars, or says everything wrong.
 *
 * <p>Values are read first, each on its own, then how tasks fit together, then whether they fit the
 * budgets; a problem in one never hides one in another. Linear in the size of the document; never
 * throws for what is in it.
 */
public final class PipelineParser {

  static final List<String> FIELDS =
      List.of("name", "params", "resources", "timeout", "on_abandon", "tasks");

  private final @Nullable Resources serviceBudget;
  private final boolean checksBudgets;

  /**
   * @param serviceBudget the service's budget; null where it has none
   */
  public PipelineParser(@Nullable Resources serviceBudget) {
    this(serviceBudget, true);
  }

  private PipelineParser(@Nullable Resources serviceBudget, boolean checksBudgets) {
    this.serviceBudget = serviceBudget;
    this.checksBudgets = checksBudgets;
  }

  /**
   * For documents that were accepted before. Budgets are not looked at: a service that is started
   * with a smaller one still has its runs, and they say that they cannot go on.
   */
  public static PipelineParser ofAccepted() {
    return new PipelineParser(null, false);
  }

  /** A valid pipeline, or every problem at once. */
  public sealed interface Result {
    record Valid(Pipeline pipeline) implements Result {}

    /** In the order of the document as far as possible; never empty. */
    record Invalid(List<Problem> problems) implements Result {}
  }

  /**
   * @param tree the document as maps, lists and scalars
   * @param overrides values that replace those of {@code params}, by name
   */
  public Result parse(@Nullable Object tree, Map<String, String> overrides) {
    Problems problems = new Problems();
    Pipeline pipeline = read(tree, overrides, problems);
    return pipeline == null || !problems.isEmpty()
        ? new Result.Invalid(problems.all())
        : new Result.Valid(pipeline);
  }

  private @Nullable Pipeline read(
      @Nullable Object tree, Map<String, String> overrides, Problems problems) {
    if (!(tree instanceof Map<?, ?> map)) {
      problems.add(
          Pointer.ROOT,
          ProblemCode.WRONG_TYPE,
          "the document is "
              + Words.described(tree)
              + "; write an object with at least \"name\" and \"tasks\"");
      return null;
    }
    Fields fields = new Fields(map, Pointer.ROOT, "the pipeline", problems);
    fields.rejectOthers(FIELDS);
    String name = fields.requiredName("name", NameRule.PIPELINE);
    Map<String, Object> params = new ParamsReader(problems).read(fields, overrides);
    SortedMap<String, @Nullable Long> budget = readBudget(fields, problems);
    Duration timeout = fields.optionalDuration("timeout", Duration.ofNanos(1));
    OnAbandon onAbandon = fields.choice("on_abandon", OnAbandon.class, OnAbandon.STOP);
    List<TaskDraft> drafts = readTasks(fields, problems);
    List<TaskSpec> tasks = isCut(map.get("tasks")) ? List.of() : connect(drafts, problems);
    checkBudgets(drafts, budget, fields, problems);
    return name == null || !problems.isEmpty()
        ? null
        : new Pipeline(name, params, resources(budget), timeout, onAbandon, tasks);
  }

  private static @Nullable SortedMap<String, @Nullable Long> readBudget(
      Fields fields, Problems problems) {
    Object value = fields.optional("resources", "an object such as {cpu: 4}");
    return value == null ? null : new Values(problems).amounts(value, fields.spot("resources"));
  }

  private static @Nullable Resources resources(@Nullable SortedMap<String, @Nullable Long> budget) {
    if (budget == null) {
      return null;
    }
    SortedMap<String, Long> amounts = new TreeMap<>();
    budget.forEach((key, amount) -> amounts.put(key, Objects.requireNonNull(amount)));
    return new Resources(amounts);
  }

  private static List<TaskDraft> readTasks(Fields fields, Problems problems) {
    Spot spot = fields.spot("tasks");
    Object value = fields.required("tasks", "a list with at least one task");
    List<?> entries =
        value == null
            ? null
            : new Values(problems).list(value, spot, Limits.MAX_TASKS, "[{id: a, blocks: 1}]");
    if (entries == null) {
      return List.of();
    }
    if (entries.isEmpty()) {
      problems.add(
          spot, ProblemCode.NO_TASKS, "is an empty list; a pipeline has at least one task");
    }
    TaskReader reader = new TaskReader(problems);
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      TaskDraft draft = reader.read(entries.get(i), spot.at().child(i), i);
      if (draft != null) {
        drafts.add(draft);
      }
    }
    return drafts;
  }

  /** Too many tasks to look at all: dependencies on the others would seem to lead nowhere. */
  private static boolean isCut(@Nullable Object tasks) {
    return tasks instanceof List<?> list && list.size() > Limits.MAX_TASKS;
  }

  private static List<TaskSpec> connect(List<TaskDraft> drafts, Problems problems) {
    List<List<Resolved>> graph = new DependencyCheck(problems, drafts).resolve();
    new CycleCheck(problems, drafts, graph).check();
    List<TaskSpec> tasks = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      tasks.add(drafts.get(i).finished(graph.get(i).stream().map(Resolved::dependency).toList()));
    }
    return tasks;
  }

  private void checkBudgets(
      List<TaskDraft> drafts,
      @Nullable SortedMap<String, @Nullable Long> budget,
      Fields fields,
      Problems problems) {
    if (checksBudgets) {
      boolean readable = budget != null || !fields.has("resources");
      BudgetCheck check = new BudgetCheck(problems, budget, readable, serviceBudget);
      drafts.forEach(check::check);
    }
  }
}
