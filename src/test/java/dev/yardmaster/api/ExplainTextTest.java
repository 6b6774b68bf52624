package dev.yardmaster.api;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.placement.Waiting.Scope;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExplainTextTest {

  static Stream<Arguments> reasons() {
    return Stream.of(
        Arguments.of(
            new Waiting.MaxWorkersReached(4),
            "All of its 4 workers are at work (max_workers).",
            Map.of("max_workers", 4)),
        Arguments.of(
            new Waiting.MaxWorkersReached(1),
            "Its one worker is at work (max_workers).",
            Map.of("max_workers", 1)),
        Arguments.of(
            new Waiting.StartBudgetExhausted(7, 7),
            "All of its 7 worker starts are used (max_workers + max_worker_restarts), so no further"
                + " worker is started.",
            Map.of("starts", 7L, "allowed", 7L)),
        Arguments.of(
            new Waiting.Budget(Scope.RUN, "gpu", 3, 1),
            "A worker needs gpu: 3, but only 1 is free in the run's budget; it starts when others"
                + " give some back.",
            Map.of("scope", "run", "key", "gpu", "need", 3L, "free", 1L)),
        Arguments.of(
            new Waiting.Budget(Scope.SERVICE, "gpu", 1, 0),
            "A worker needs gpu: 1, but nothing is free in the service's budget; it starts when"
                + " others give some back.",
            Map.of("scope", "service", "key", "gpu", "need", 1L, "free", 0L)),
        Arguments.of(
            new Waiting.Infeasible(Scope.SERVICE, "gpu", 8, 1),
            "A worker needs gpu: 8, but the service's budget is 1 in all; it waits until that is"
                + " raised.",
            Map.of("scope", "service", "key", "gpu", "need", 8L, "budget", 1L)),
        Arguments.of(
            new Waiting.Reserved("cpu", new TaskId(new RunId("deepfield-3"), "merge")),
            "What is free of cpu is kept for task merge of run deepfield-3, which has waited"
                + " longer.",
            Map.of("key", "cpu", "for", "deepfield-3/merge")),
        Arguments.of(
            new Waiting.NoWorkerWithTags(tags("gpu", "linux"), new WorkerId(7), tags("gpu")),
            "No worker offers all of its tags gpu, linux; the nearest, w-7, lacks gpu.",
            Map.of("need", tags("gpu", "linux"), "nearest", "w-7", "missing", tags("gpu"))),
        Arguments.of(
            new Waiting.NoWorkerWithTags(tags("gpu"), null, tags()),
            "No worker of the kind it needs is registered; start one that offers gpu.",
            Map.of("need", tags("gpu"), "missing", tags())),
        Arguments.of(
            new Waiting.NoWorkerWithTags(tags(), null, tags()),
            "No worker of the kind it needs is registered; start one.",
            Map.of("need", tags(), "missing", tags())),
        Arguments.of(
            new Waiting.WorkersBusy(1),
            "The one worker that fits is bound already.",
            Map.of("fitting", 1)),
        Arguments.of(
            new Waiting.WorkersBusy(3),
            "All 3 workers that fit are bound already.",
            Map.of("fitting", 3)),
        Arguments.of(
            new Waiting.WorkersNotAsking(1),
            "One worker fits and is free, but does not ask for work just now.",
            Map.of("fitting", 1)),
        Arguments.of(
            new Waiting.WorkersNotAsking(2),
            "2 workers fit and are free, but do not ask for work just now.",
            Map.of("fitting", 2)),
        Arguments.of(
            new Waiting.Upstream(List.of("a")),
            "Its blocks wait for task a to be done.",
            Map.of("tasks", List.of("a"))),
        Arguments.of(
            new Waiting.Upstream(List.of("a", "b", "c", "d", "e", "f", "g")),
            "Its blocks wait for tasks a, b, c, d, e and 2 more to be done.",
            Map.of("tasks", List.of("a", "b", "c", "d", "e", "f", "g"))));
  }

  @ParameterizedTest
  @MethodSource("reasons")
  void everyReasonIsASentenceAndItsFields(
      Waiting waiting, String sentence, Map<String, Object> fields) {
    Explanation explanation = Explanation.of(waiting);

    assertThat(explanation.text()).isEqualTo(sentence);
    assertThat(explanation.fields()).isEqualTo(fields);
    assertThat(explanation.code()).isEqualTo(waiting.code());
  }

  @Test
  void noReasonWasForgotten() {
    Set<Object> told = reasons().map(reason -> reason.get()[0].getClass()).collect(toSet());

    assertThat(told).isEqualTo(Set.<Object>of((Object[]) Waiting.class.getPermittedSubclasses()));
  }

  @ParameterizedTest
  @EnumSource(AbandonReason.class)
  void anAbandonedTaskSaysWhy(AbandonReason reason) {
    assertThat(ExplainText.abandoned(reason)).startsWith("was ").doesNotContain("null");
  }

  private static SortedSet<String> tags(String... tags) {
    return new TreeSet<>(List.of(tags));
  }
}
