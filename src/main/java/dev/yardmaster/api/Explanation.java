package dev.yardmaster.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.yardmaster.scheduler.placement.Waiting;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a task has no further worker, for programs and for people.
 *
 * @param code stable and machine-readable, such as {@code budget}
 * @param text the same as a sentence
 * @param fields what the sentence is made of; which ones depends on the code
 */
@Schema(description = "Why a task has no further worker; further fields depend on the code")
public record Explanation(
    String code, String text, @JsonAnyGetter @Schema(hidden = true) Map<String, Object> fields) {

  /** The reason in both forms. */
  public static Explanation of(Waiting waiting) {
    return new Explanation(waiting.code(), ExplainText.sentence(waiting), fieldsOf(waiting));
  }

  private static Map<String, Object> fieldsOf(Waiting waiting) {
    Fields fields = new Fields();
    return switch (waiting) {
      case Waiting.MaxWorkersReached full -> fields.with("max_workers", full.maxWorkers()).map;
      case Waiting.StartBudgetExhausted used ->
          fields.with("starts", used.starts()).with("allowed", used.allowed()).map;
      case Waiting.Budget budget ->
          fields
              .with("scope", lower(budget.scope()))
              .with("key", budget.key())
              .with("need", budget.need())
              .with("free", budget.free())
              .map;
      case Waiting.Infeasible infeasible ->
          fields
              .with("scope", lower(infeasible.scope()))
              .with("key", infeasible.key())
              .with("need", infeasible.need())
              .with("budget", infeasible.budget())
              .map;
      case Waiting.Reserved reserved ->
          fields.with("key", reserved.key()).with("for", reserved.forTask().toString()).map;
      case Waiting.NoWorkerWithTags tags ->
          fields
              .with("need", tags.need())
              .with("nearest", tags.nearest() == null ? null : tags.nearest().toString())
              .with("missing", tags.missing())
              .map;
      case Waiting.WorkersBusy busy -> fields.with("fitting", busy.fitting()).map;
      case Waiting.WorkersNotAsking away -> fields.with("fitting", away.fitting()).map;
      case Waiting.Upstream upstream -> fields.with("tasks", upstream.tasks()).map;
    };
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** In the order in which they are added; what is not there is left out. */
  private record Fields(Map<String, Object> map) {
    Fields() {
      this(new LinkedHashMap<>());
    }

    Fields with(String name, @Nullable Object value) {
      if (value != null) {
        map.put(name, value);
      }
      return this;
    }
  }
}
