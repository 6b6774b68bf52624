package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.TaskDraft.AfterDraft;
import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code tasks}: its fields, their types, ranges and defaults. */
final class TaskReader {

  static final List<String> FIELDS =
      List.of(
          "id",
          "blocks",
          "after",
          "requires",
          "tags",
          "max_workers",
          "max_worker_restarts",
          "max_retries",
          "block_timeout",
          "ask_within",
          "min_binding",
          "block_failure",
          "command",
          "mode",
          "env");

  private static final List<String> AFTER_FIELDS = List.of("task", "blocks");

  static final Duration DEFAULT_BLOCK_TIMEOUT = Duration.ofMinutes(10);

  /** Where a process owns its loop, starting it may cost as much as this before it pays off. */
  static final Duration DEFAULT_MIN_BINDING = Duration.ofSeconds(30);

  static final int DEFAULT_MAX_WORKERS = 1;
  static final int DEFAULT_MAX_WORKER_RESTARTS = 10;
  static final int DEFAULT_MAX_RETRIES = 2;

  private static final Duration MORE_THAN_ZERO = Duration.ofNanos(1);

  private final Problems problems;
  private final Values convert;

  TaskReader(Problems problems) {
    this.problems = problems;
    this.convert = new Values(problems);
  }

  /** A draft, however much is wrong with it; null where there is no object at all. */
  @Nullable TaskDraft read(@Nullable Object value, Pointer at, int index) {
    if (!(value instanceof Map<?, ?> map)) {
      Spot spot = new Spot(at, "tasks[" + index + "]", "the pipeline");
      problems.add(
          spot,
          ProblemCode.WRONG_TYPE,
          "is " + Words.described(value) + "; write an object with at least id and blocks");
      return null;
    }
    String label = label(map.get("id"), index);
    Fields fields = new Fields(map, at, label, problems);
    fields.rejectOthers(FIELDS);
    return draft(fields, at, label);
  }

  private static String label(@Nullable Object id, int index) {
    return id instanceof String text ? "task " + Words.quoted(text) : "tasks[" + index + "]";
  }

  private TaskDraft draft(Fields fields, Pointer at, String label) {
    String id = fields.requiredName("id", NameRule.TASK);
    Long blocks = fields.requiredWhole("blocks", 0, Limits.MAX_BLOCKS);
    List<AfterDraft> after = readAfter(fields, label);
    SortedMap<String, @Nullable Long> requires = readRequires(fields);
    return new TaskDraft(at, label, id, blocks, after, requires, readRest(fields, requires));
  }

  private List<AfterDraft> readAfter(Fields fields, String label) {
    Spot spot = fields.spot("after");
    List<AfterDraft> after = new ArrayList<>();
    for (Object entry : fields.list("after", Limits.MAX_TASKS, "[{task: a}]")) {
      Spot item = spot.item(after.size());
      after.add(readAfterEntry(entry, item));
    }
    return after;
  }

  private AfterDraft readAfterEntry(@Nullable Object entry, Spot spot) {
    if (!(entry instanceof Map<?, ?> map)) {
      String name = entry instanceof String text && NameRule.TASK.allows(text) ? text : "its id";
      convert.wrongType(entry, spot, "{task: " + name + "}");
      return new AfterDraft(spot.at(), null, null, false);
    }
    Fields fields = new Fields(map, spot.at(), spot.label(), problems);
    fields.rejectOthers(AFTER_FIELDS);
    String task = fields.requiredName("task", NameRule.TASK);
    Blocks blocks = fields.optionalChoice("blocks", Blocks.class);
    return new AfterDraft(spot.at(), task, blocks, blocks != null || !fields.has("blocks"));
  }

  private SortedMap<String, @Nullable Long> readRequires(Fields fields) {
    Object value = fields.optional("requires", "an object such as {cpu: 1}");
    SortedMap<String, @Nullable Long> amounts =
        value == null ? null : convert.amounts(value, fields.spot("requires"));
    return amounts == null ? new TreeMap<>() : amounts;
  }

  private TaskSpec readRest(Fields fields, SortedMap<String, @Nullable Long> requires) {
    boolean hasCommand = fields.has("command");
    Mode mode = fields.choice("mode", Mode.class, hasCommand ? Mode.PER_BLOCK : Mode.CLIENT);
    boolean perBlock = mode == Mode.PER_BLOCK;
    checkCommandIsThere(fields, hasCommand, mode);
    Duration blockTimeout = fields.duration("block_timeout", MORE_THAN_ZERO, DEFAULT_BLOCK_TIMEOUT);
    return new TaskSpec(
        "",
        0,
        List.of(),
        known(requires),
        new TreeSet<>(readTags(fields)),
        fields.whole("max_workers", 1, Limits.MAX_WORKERS, DEFAULT_MAX_WORKERS),
        fields.whole(
            "max_worker_restarts", 0, Limits.MAX_WORKER_RESTARTS, DEFAULT_MAX_WORKER_RESTARTS),
        fields.whole("max_retries", 0, Limits.MAX_RETRIES, DEFAULT_MAX_RETRIES),
        blockTimeout,
        fields.duration("ask_within", MORE_THAN_ZERO, blockTimeout),
        fields.duration(
            "min_binding", Duration.ZERO, perBlock ? Duration.ZERO : DEFAULT_MIN_BINDING),
        fields.choice(
            "block_failure",
            BlockFailure.class,
            perBlock ? BlockFailure.ENDS_WORKER : BlockFailure.CONTINUES),
        hasCommand ? new CommandReader(problems).command(fields) : null,
        mode,
        new CommandReader(problems).env(fields));
  }

  private void checkCommandIsThere(Fields fields, boolean hasCommand, Mode mode) {
    if (!hasCommand && mode != Mode.CLIENT) {
      problems.add(
          fields.spot("mode"),
          ProblemCode.MODE_WITHOUT_COMMAND,
          "is " + Values.written(mode) + ", but there is no command; add one, or leave mode out");
    }
    if (!hasCommand && fields.has("env")) {
      problems.add(
          fields.spot("env"),
          ProblemCode.ENV_WITHOUT_COMMAND,
          "would go nowhere, because there is no command; add one, or leave env out");
    }
  }

  private static Resources known(SortedMap<String, @Nullable Long> amounts) {
    SortedMap<String, Long> known = new TreeMap<>(amounts);
    known.values().removeIf(Objects::isNull);
    return new Resources(known);
  }

  private List<String> readTags(Fields fields) {
    Spot spot = fields.spot("tags");
    List<String> tags = new ArrayList<>();
    List<?> entries = fields.list("tags", Limits.MAX_TAGS, "[linux, gpu]");
    for (int i = 0; i < entries.size(); i++) {
      String tag = readTag(entries.get(i), spot.item(i));
      if (tag != null) {
        tags.add(tag);
      }
    }
    return tags;
  }

  private @Nullable String readTag(@Nullable Object entry, Spot spot) {
    if (entry == null) {
      convert.wrongType(null, spot, "a name");
      return null;
    }
    return convert.name(entry, spot, NameRule.TAG);
  }
}
