package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/** What happened, for a person who wants to know why it went wrong. */
final class Story {

  /** The steps that are told: more than a binding's life usually takes. */
  private static final int TAIL = 80;

  private record Page(Moment at, Command command, List<Decision> decision) {}

  private final Deque<Page> tail = new ArrayDeque<>();
  private final List<Pipeline> pipelines = new ArrayList<>();

  /** Told before it is executed, so that the command that fails is in the story. */
  void commanded(Moment at, Command command) {
    if (tail.size() == TAIL) {
      tail.removeFirst();
    }
    tail.addLast(new Page(at, command, new ArrayList<>(1)));
    if (command instanceof Command.SubmitRun submission) {
      pipelines.add(submission.pipeline());
    }
  }

  void decided(Decision decision) {
    tail.getLast().decision().add(decision);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    pipelines.forEach(pipeline -> text.append(inWords(pipeline)));
    text.append("The last steps:\n");
    for (Page page : tail) {
      text.append("%8d ms  %s%n".formatted(page.at().ticks(), inWords(page.command())));
      for (Decision decision : page.decision()) {
        text.append("               = ").append(inWords(decision.outcome())).append('\n');
        decision.events().forEach(it -> text.append("               * " + inWords(it) + "\n"));
        decision
            .deliveries()
            .forEach(
                it ->
                    text.append(
                        "               > " + it.worker() + ": " + inWords(it.answer()) + "\n"));
      }
    }
    return text.toString();
  }

  private static String inWords(Pipeline pipeline) {
    return "Pipeline %s, budget %s, timeout %s, on_abandon %s%n%s"
        .formatted(
            pipeline.name(),
            pipeline.resources(),
            pipeline.timeout(),
            pipeline.onAbandon(),
            pipeline.tasks().stream().map(Story::inWords).collect(Collectors.joining()));
  }

  private static String inWords(TaskSpec task) {
    return "  %s: %d blocks, after %s, requires %s, tags %s, %d workers + %d, %d retries, %s/%s, %s, %s %s%n"
        .formatted(
            task.id(),
            task.blocks(),
            task.after().stream()
                .map(each -> each.task() + (each.blocks() == Blocks.ALL ? "(all)" : ""))
                .toList(),
            task.requires(),
            task.tags(),
            task.maxWorkers(),
            task.maxWorkerRestarts(),
            task.maxRetries(),
            task.blockTimeout(),
            task.askWithin(),
            task.blockFailure(),
            task.workerKind(),
            task.mode());
  }

  private static String inWords(Command command) {
    return command instanceof Command.SubmitRun it
        ? "SubmitRun[%s, key %s]".formatted(it.pipeline().name(), it.idempotencyKey())
        : command.toString();
  }

  private static String inWords(Outcome outcome) {
    return outcome instanceof Outcome.Work it
        ? "Work[%s, %s/%s, %s]"
            .formatted(it.binding().id(), it.binding().run(), it.binding().task().id(), it.blocks())
        : outcome.toString();
  }

  private static String inWords(Event event) {
    return switch (event) {
      case Event.RunSubmitted it -> "RunSubmitted[%s]".formatted(it.run());
      case Event.BlocksLeased it ->
          "BlocksLeased[%s, %s, from l-%d, %s]"
              .formatted(it.binding(), it.task(), it.firstLease(), Arrays.toString(it.blocks()));
      default -> event.toString();
    };
  }
}
