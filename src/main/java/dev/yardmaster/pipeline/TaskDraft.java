package dev.yardmaster.pipeline;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A task as far as it could be read, before it is known how it fits with the others.
 *
 * @param label how messages name it, such as {@code task "detect"}
 * @param id null where it is missing or no name
 * @param blocks null where it is missing or no number of blocks
 * @param requires zeros included; null amounts are problems already
 * @param rest everything else; its id, blocks and dependencies mean nothing yet
 */
record TaskDraft(
    Pointer at,
    String label,
    @Nullable String id,
    @Nullable Long blocks,
    List<AfterDraft> after,
    SortedMap<String, @Nullable Long> requires,
    TaskSpec rest) {

  /**
   * One entry of {@code after}.
   *
   * @param task as it is written; null where it is missing or no name
   * @param blocks null where it is left out
   * @param readable whether {@code blocks} is left out or a word that it can be
   */
  record AfterDraft(
      Pointer at, @Nullable String task, TaskSpec.@Nullable Blocks blocks, boolean readable) {}

  /** The finished task of a document without problems. */
  TaskSpec finished(List<TaskSpec.Dependency> dependencies) {
    return new TaskSpec(
        id == null ? rest.id() : id,
        blocks == null ? rest.blocks() : blocks,
        dependencies,
        rest.requires(),
        rest.tags(),
        rest.maxWorkers(),
        rest.maxWorkerRestarts(),
        rest.maxRetries(),
        rest.blockTimeout(),
        rest.askWithin(),
        rest.minBinding(),
        rest.blockFailure(),
        rest.command(),
        rest.mode(),
        rest.env());
  }
}
