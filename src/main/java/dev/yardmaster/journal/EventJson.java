package dev.yardmaster.journal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * How durable events are written as JSON.
 *
 * <p>Journals outlive programs, so the names here stay as they are: a tag once given to an event is
 * never given to another, unknown fields are passed over, absent ones are null, zero, false or
 * empty. Whoever renames a component of an event keeps its old name here.
 */
final class EventJson {

  /** The tag of every durable event, in its field {@code event}. */
  static final Map<String, Class<? extends Event.Durable>> TAGS =
      Map.ofEntries(
          Map.entry("service_budget_set", Event.ServiceBudgetSet.class),
          Map.entry("run_submitted", Event.RunSubmitted.class),
          Map.entry("run_ended", Event.RunEnded.class),
          Map.entry("run_forgotten", Event.RunForgotten.class),
          Map.entry("task_done", Event.TaskDone.class),
          Map.entry("task_abandoned", Event.TaskAbandoned.class),
          Map.entry("worker_registered", Event.WorkerRegistered.class),
          Map.entry("worker_removed", Event.WorkerRemoved.class),
          Map.entry("binding_started", Event.BindingStarted.class),
          Map.entry("binding_launched", Event.BindingLaunched.class),
          Map.entry("binding_ending", Event.BindingEnding.class),
          Map.entry("room_promised", Event.RoomPromised.class),
          Map.entry("binding_end_told", Event.BindingEndTold.class),
          Map.entry("binding_ended", Event.BindingEnded.class),
          Map.entry("blocks_leased", Event.BlocksLeased.class),
          Map.entry("blocks_released", Event.BlocksReleased.class),
          Map.entry("late_dropped", Event.LateDropped.class),
          Map.entry("launcher_offered", Event.LauncherOffered.class),
          Map.entry("launcher_withdrawn", Event.LauncherWithdrawn.class));

  private static final List<Class<?>> COLLECTIONS =
      List.of(
          Collection.class, List.class, SortedSet.class, Map.class, SortedMap.class, long[].class);

  private EventJson() {}

  static JsonMapper mapper() {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(
                inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .addMixIn(Event.Durable.class, DurableForm.class)
            .addMixIn(Event.BlocksLeased.class, BlocksLeasedForm.class)
            .addMixIn(Event.BlocksReleased.class, BlocksReleasedForm.class)
            .addMixIn(TaskSpec.class, TaskSpecForm.class)
            .addMixIn(Resources.class, ResourcesForm.class)
            .addModule(ids());
    COLLECTIONS.forEach(
        type ->
            builder.withConfigOverride(
                type,
                override ->
                    override.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY))));
    TAGS.forEach((tag, type) -> builder.registerSubtypes(new NamedType(type, tag)));
    return builder.build();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
  private interface DurableForm {}

  private interface BlocksLeasedForm {
    @JsonSerialize(using = BlockLists.BlocksWriter.class)
    @JsonDeserialize(using = BlockLists.BlocksReader.class)
    long[] blocks();
  }

  private interface BlocksReleasedForm {
    @JsonSerialize(using = BlockLists.ResultsWriter.class)
    @JsonDeserialize(using = BlockLists.ResultsReader.class)
    List<Event.Released> results();
  }

  /** Without a command is something else than with an empty one. */
  private interface TaskSpecForm {
    @JsonSetter(nulls = Nulls.SET)
    @Nullable List<String> command();
  }

  /** Its amounts alone. */
  private abstract static class ResourcesForm {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    ResourcesForm(SortedMap<String, Long> amounts) {}

    @JsonValue
    abstract SortedMap<String, Long> amounts();
  }

  private static SimpleModule ids() {
    SimpleModule module = new SimpleModule("ids");
    number(module, BindingId.class, BindingId::number, BindingId::new);
    number(module, WorkerId.class, WorkerId::number, WorkerId::new);
    text(module, RunId.class, RunId::new);
    text(module, TaskId.class, EventJson::taskId);
    return module;
  }

  /** Names of runs have no slash. */
  private static TaskId taskId(String text) {
    int slash = text.indexOf('/');
    return new TaskId(new RunId(text.substring(0, slash)), text.substring(slash + 1));
  }

  private static <T> void number(
      SimpleModule module, Class<T> type, ToLongFunction<T> write, LongFunction<T> read) {
    module.addSerializer(
        type,
        new ValueSerializer<T>() {
          @Override
          public void serialize(T value, JsonGenerator json, SerializationContext context) {
            json.writeNumber(write.applyAsLong(value));
          }
        });
    module.addDeserializer(type, reader(parser -> read.apply(parser.getLongValue())));
  }

  private static <T> void text(SimpleModule module, Class<T> type, Function<String, T> read) {
    module.addSerializer(type, ToStringSerializer.instance);
    module.addDeserializer(type, reader(parser -> read.apply(parser.getString())));
  }

  private static <T> ValueDeserializer<T> reader(Function<JsonParser, T> read) {
    return new ValueDeserializer<>() {
      @Override
      public T deserialize(JsonParser parser, DeserializationContext context) {
        return read.apply(parser);
      }
    };
  }
}
