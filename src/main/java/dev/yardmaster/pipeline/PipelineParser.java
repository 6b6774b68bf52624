package dev.yardmaster.pipeline;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Pipeline} of a tree of maps, lists and scalars, or says everything wrong. */
public final class PipelineParser {

  private final @Nullable Resources serviceBudget;

  /**
   * @param serviceBudget the service's budget; null where it has none
   */
  public PipelineParser(@Nullable Resources serviceBudget) {
    this.serviceBudget = serviceBudget;
  }

  /** A valid pipeline, or every problem at once. */
  public sealed interface Result {
    record Valid(Pipeline pipeline) implements Result {}

    record Invalid(List<Problem> problems) implements Result {}
  }

  /**
   * @param tree the document as maps, lists and scalars
   * @param overrides values that replace those of {@code params}, by name
   */
  public Result parse(@Nullable Object tree, Map<String, String> overrides) {
    throw new IllegalStateException("written by the parser's author; " + serviceBudget);
  }
}
