package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** What has happened in all histories together: a machine that nobody visits is not tested. */
final class Coverage {

  private final Map<String, LongAdder> seen = new ConcurrentHashMap<>();
  private final LongAdder histories = new LongAdder();
  private final LongAdder steps = new LongAdder();

  void note(World world) {
    histories.increment();
    steps.add(world.steps());
    world.events().forEach(this::note);
  }

  private void note(Event event) {
    count(event.getClass().getSimpleName());
    switch (event) {
      case Event.BindingEnding it -> count(it.end().name());
      case Event.BindingEnded it -> count(it.end().name());
      case Event.TaskAbandoned it -> count(it.reason().name());
      case Event.RunEnded it -> count(it.state().name());
      case Event.BlocksReleased it -> it.results().forEach(each -> count(each.result().name()));
      default -> {}
    }
  }

  private void count(String what) {
    seen.computeIfAbsent(what, name -> new LongAdder()).increment();
  }

  /** Everything that an event can be or say, and that none was or said. */
  Set<String> neverSeen() {
    Set<String> missing = new TreeSet<>();
    Stream.of(Event.Durable.class, Event.Passing.class)
        .flatMap(kind -> Arrays.stream(kind.getPermittedSubclasses()))
        .map(Class::getSimpleName)
        .forEach(missing::add);
    Stream.of(EndKind.values(), AbandonReason.values(), RunState.values(), BlockResult.values())
        .flatMap(Arrays::stream)
        .map(Enum::name)
        .forEach(missing::add);
    missing.remove(RunState.RUNNING.name());
    missing.removeAll(seen.keySet());
    return missing;
  }

  @Override
  public String toString() {
    return "%d histories, %d steps".formatted(histories.sum(), steps.sum());
  }
}
