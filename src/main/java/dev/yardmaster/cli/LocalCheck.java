package dev.yardmaster.cli;

import dev.yardmaster.cli.client.PlanAnswer;
import dev.yardmaster.cli.client.PlanAnswer.After;
import dev.yardmaster.cli.client.PlanAnswer.Step;
import dev.yardmaster.cli.client.ProblemAnswer;
import dev.yardmaster.document.DocumentReader;
import dev.yardmaster.document.Format;
import dev.yardmaster.pipeline.PipelineParser;
import dev.yardmaster.pipeline.Plan;
import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.WorkerKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at a pipeline without a service, with the parser that the service uses too. */
final class LocalCheck {

  private LocalCheck() {}

  /** A plan, or everything that is wrong. */
  sealed interface Result {
    record Good(PlanAnswer plan) implements Result {}

    record Bad(List<ProblemAnswer.Item> problems) implements Result {}
  }

  /** A service's own budget is not known here; one inside {@code run} has none. */
  static Result check(PipelineFile file, Map<String, String> params) {
    return switch (new DocumentReader().read(file.text(), format(file))) {
      case DocumentReader.Result.Unreadable unreadable -> bad(unreadable.problems());
      case DocumentReader.Result.Readable readable -> parse(readable.tree(), params);
    };
  }

  private static Format format(PipelineFile file) {
    return Format.ofContentType(file.contentType()).orElse(Format.YAML);
  }

  private static Result parse(@Nullable Object tree, Map<String, String> params) {
    return switch (new PipelineParser(null).parse(tree, params)) {
      case PipelineParser.Result.Invalid invalid -> bad(invalid.problems());
      case PipelineParser.Result.Valid valid ->
          new Result.Good(answer(Plan.of(valid.pipeline(), null)));
    };
  }

  private static Result bad(List<Problem> problems) {
    return new Result.Bad(
        problems.stream()
            .map(each -> new ProblemAnswer.Item(each.pointer(), each.code(), each.message()))
            .toList());
  }

  private static PlanAnswer answer(Plan plan) {
    return new PlanAnswer(
        plan.pipeline(),
        plan.blocks(),
        plan.resources() == null ? null : plan.resources().amounts(),
        plan.steps().stream().map(LocalCheck::answer).toList());
  }

  private static Step answer(Plan.Step step) {
    return new Step(
        step.task(),
        step.blocks(),
        step.after().stream().map(LocalCheck::answer).toList(),
        lower(step.workerKind()),
        step.workerKind() == WorkerKind.COMMAND ? lower(step.mode()) : null,
        step.requires().amounts(),
        List.copyOf(step.tags()),
        step.maxWorkers(),
        step.concurrentWorkers(),
        words(step.limitedBy()));
  }

  private static After answer(Dependency dependency) {
    return new After(dependency.task(), lower(dependency.blocks()));
  }

  private static String words(Plan.Limit limit) {
    return switch (limit) {
      case Plan.Limit.MaxWorkers _ -> "max_workers";
      case Plan.Limit.RunBudget budget -> "the run's budget of " + budget.key();
      case Plan.Limit.GlobalBudget budget -> "the service's budget of " + budget.key();
    };
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
