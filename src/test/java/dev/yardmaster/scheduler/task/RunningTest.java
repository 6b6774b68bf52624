package dev.yardmaster.scheduler.task;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of operations, one row each; whatever is not in the table is not allowed to exist. */
class RunningTest {

  /** What an operation on so many blocks does to the counters. */
  private record OnBlocks(ObjLongConsumer<Running> operation, Map<String, Integer> effect) {}

  private static final Map<String, OnBlocks> ON_BLOCKS =
      Map.ofEntries(
          entry("becameReady", new OnBlocks(Running::becameReady, moves("pending", "ready"))),
          entry("orphaned", new OnBlocks(Running::orphaned, moves("pending", "orphaned"))),
          entry("skippedPending", new OnBlocks(Running::skippedPending, skips("pending"))),
          entry("skippedReady", new OnBlocks(Running::skippedReady, skips("ready"))),
          entry("acquired", new OnBlocks(Running::acquired, moves("ready", "processing"))),
          entry("returnedUncharged", new OnBlocks(Running::returnedUncharged, toReady())),
          entry("completed", new OnBlocks(Running::completed, moves("processing", "completed"))),
          entry("failedPermanently", new OnBlocks(Running::failedPermanently, toFailed())),
          entry("failedForRetry", new OnBlocks(Running::failedForRetry, toReady())));

  private record OnWorkers(Consumer<Running> operation, Map<String, Integer> effect) {}

  private static final Map<String, OnWorkers> ON_WORKERS =
      Map.of(
          "workerStarted", new OnWorkers(Running::workerStarted, Map.of("workerStarts", 1)),
          "workerDied", new OnWorkers(Running::workerDied, Map.of("workerFailures", 1)),
          "workerRetired",
              new OnWorkers(
                  Running::workerRetired, Map.of("workerStarts", -1, "workerRetirements", 1)));

  private static Map<String, Integer> moves(String from, String to) {
    return Map.of(from, -1, to, 1);
  }

  private static Map<String, Integer> skips(String from) {
    return Map.of(from, -1, "completed", 1, "skipped", 1);
  }

  private static Map<String, Integer> toReady() {
    return moves("processing", "ready");
  }

  private static Map<String, Integer> toFailed() {
    return moves("processing", "failed");
  }

  /** Ten blocks in each living counter, one worker; one restart beyond two workers. */
  private static Running inTheMiddle() {
    Running running = new Running(30, 2, 3);
    running.becameReady(20);
    running.acquired(10);
    running.workerStarted();
    return running;
  }

  static Set<String> onBlocks() {
    return ON_BLOCKS.keySet();
  }

  static Set<String> onWorkers() {
    return ON_WORKERS.keySet();
  }

  @ParameterizedTest
  @MethodSource("onBlocks")
  void anOperationOnABlockDoesWhatItsRowSays(String operation) {
    Running running = inTheMiddle();
    Counters before = running.counters();
    ON_BLOCKS.get(operation).operation().accept(running, 1);
    assertThat(difference(before, running.counters())).isEqualTo(ON_BLOCKS.get(operation).effect());
    running.counters().checkInvariants();
  }

  @ParameterizedTest
  @MethodSource("onWorkers")
  void anOperationOnAWorkerDoesWhatItsRowSays(String operation) {
    Running running = inTheMiddle();
    Counters before = running.counters();
    ON_WORKERS.get(operation).operation().accept(running);
    assertThat(difference(before, running.counters()))
        .isEqualTo(ON_WORKERS.get(operation).effect());
    running.counters().checkInvariants();
  }

  /** A block that is settled twice must show: nothing is clamped. */
  @ParameterizedTest
  @MethodSource("onBlocks")
  void anOperationOnMoreThanThereIsThrowsAndChangesNothing(String operation) {
    Running running = inTheMiddle();
    Counters before = running.counters();
    ObjLongConsumer<Running> tried = ON_BLOCKS.get(operation).operation();
    assertThatThrownBy(() -> tried.accept(running, 11)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> tried.accept(running, -1)).isInstanceOf(IllegalStateException.class);
    assertThat(running.counters()).isEqualTo(before);
  }

  @Test
  void everyOperationIsInTheTable() {
    Set<String> mutators =
        Stream.of(Running.class.getDeclaredMethods())
            .filter(method -> !Modifier.isPrivate(method.getModifiers()))
            .filter(method -> method.getReturnType() == void.class)
            .map(Method::getName)
            .collect(Collectors.toSet());
    assertThat(mutators)
        .isEqualTo(
            Stream.concat(ON_BLOCKS.keySet().stream(), ON_WORKERS.keySet().stream())
                .collect(Collectors.toSet()));
  }

  /** The terminal variants are values: there is nothing to call that would change them. */
  @Test
  void onlyRunningHasOperations() {
    assertThat(TaskLife.class.getPermittedSubclasses())
        .containsExactlyInAnyOrder(Running.class, Done.class, Abandoned.class);
    assertThat(Done.class.isRecord()).isTrue();
    assertThat(Abandoned.class.isRecord()).isTrue();
    assertThat(Counters.class.isRecord()).isTrue();
    assertThat(Stream.of(Done.class, Abandoned.class, Counters.class))
        .flatExtracting(type -> Arrays.asList(type.getDeclaredFields()))
        .allMatch(field -> Modifier.isFinal(field.getModifiers()));
  }

  @Test
  void aTaskIsDoneWhenNothingIsReadyProcessingOrPending() {
    Running running = new Running(3, 1, 1);
    running.orphaned(1);
    running.becameReady(2);
    running.acquired(2);
    running.completed(1);
    assertThat(running.tryFinish()).isEmpty();
    running.failedPermanently(1);
    assertThat(running.tryFinish()).contains(new Done(running.counters()));
  }

  @Test
  void eachLivingCounterAloneKeepsATaskRunning() {
    Running pending = new Running(1, 1, 1);
    assertThat(pending.tryFinish()).isEmpty();
    pending.becameReady(1);
    assertThat(pending.tryFinish()).isEmpty();
    pending.acquired(1);
    assertThat(pending.tryFinish()).isEmpty();
    pending.completed(1);
    assertThat(pending.tryFinish()).isPresent();
  }

  @Test
  void aTaskOfNoBlocksIsDoneAtOnce() {
    assertThat(new Running(0, 1, 1).tryFinish()).isPresent();
  }

  @Test
  void whatIsGivenUpIsOrphanedAndTheRestStays() {
    Running running = inTheMiddle();
    running.completed(2);
    running.failedPermanently(1);
    assertThat(running.unsettled()).isEqualTo(27);
    Abandoned abandoned = running.abandon(AbandonReason.CANCELLED);
    assertThat(abandoned.reason()).isEqualTo(AbandonReason.CANCELLED);
    assertThat(abandoned.counters()).isEqualTo(new Counters(30, 0, 0, 2, 1, 27, 0, 0, 1, 0, 0, 0));
    abandoned.counters().checkInvariants();
  }

  @Test
  void startsBeyondMaxWorkersAreRestartsAndTheStartBudgetIsAsserted() {
    Running running = new Running(1, 2, 3);
    running.workerStarted();
    running.workerStarted();
    assertThat(running.counters().workerRestarts()).isZero();
    running.workerStarted();
    assertThat(running.counters().workerRestarts()).isEqualTo(1);
    assertThat(running.startsLeft()).isZero();
    assertThatThrownBy(running::workerStarted)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("I5");
  }

  @Test
  void aRetirementGivesItsStartBackAndNoMoreThanWereUsed() {
    Running running = new Running(1, 1, 1);
    running.workerStarted();
    running.workerRetired();
    assertThat(running.startsLeft()).isEqualTo(1);
    assertThatThrownBy(running::workerRetired).isInstanceOf(IllegalStateException.class);
  }

  /** Deaths are a statistic: a task may see more than it may restart. */
  @Test
  void deathsMayExceedTheStartsOfATask() {
    Running running = new Running(1, 1, 1);
    running.workerStarted();
    running.workerDied();
    running.workerDied();
    assertThat(running.counters().workerFailures()).isEqualTo(2);
    running.counters().checkInvariants();
  }

  private static Map<String, Integer> difference(Counters before, Counters after) {
    Map<String, Integer> changed = new TreeMap<>();
    for (RecordComponent component : Counters.class.getRecordComponents()) {
      int by = (int) (value(component, after) - value(component, before));
      if (by != 0) {
        changed.put(component.getName(), by);
      }
    }
    return changed;
  }

  private static long value(RecordComponent component, Counters counters) {
    try {
      return (long) component.getAccessor().invoke(counters);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
