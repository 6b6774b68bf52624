package dev.yardmaster.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.WireJson;
import dev.yardmaster.config.HttpTest;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import tools.jackson.databind.JsonNode;

@HttpTest
class PageControllerTest {

  private static final String RUN_PAGE = "/ui/runs/deepfield-12";

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void oneRunAtWork() {
    service.reset();
    service.views().show(Samples.running());
  }

  private String page(String uri) throws Exception {
    var result = mvc.get().uri(uri).header("Accept", "text/html").exchange();
    assertThat(result).hasStatusOk().hasContentTypeCompatibleWith("text/html");
    return result.getResponse().getContentAsString();
  }

  /** What a person reads: no tags and no data, spaces as a browser folds them. */
  private String text(String uri) throws Exception {
    return page(uri)
        .replaceAll("<script[^>]*>[^<]*</script>", " ")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }

  /** The sample's second task with another end. */
  private void showMerge(TaskView merge) {
    RunView run = Samples.running();
    service
        .views()
        .show(
            new RunView(
                run.id(),
                run.pipeline(),
                run.state(),
                run.why(),
                run.submittedAt(),
                run.endedAt(),
                run.lateEventsDropped(),
                run.budget(),
                run.used(),
                List.of(run.tasks().getFirst(), merge)));
  }

  @Test
  void theFirstPageListsRunsWithStateAndProgress() throws Exception {
    service.views().show(Samples.summary("deepfield-12", RunState.RUNNING));

    assertThat(page("/")).contains("href=\"/ui/runs/deepfield-12\"");
    assertThat(text("/"))
        .contains("deepfield-12", "running", "15 %", "10 of 65 blocks")
        .contains("2026-03-01 12:00:00", "1 min 00 s");
  }

  @Test
  void anEmptyServiceSaysHowToBegin() throws Exception {
    assertThat(text("/")).contains("No run yet. Start one:", "No worker is registered.");
  }

  @Test
  void aRunShowsEachTaskAndWhyItWaits() throws Exception {
    assertThat(text(RUN_PAGE))
        .contains("15 % completed", "10 completed, 4 processing, 50 ready")
        .contains("detect running", "merge waiting")
        .contains("2 of 4 alive", "5 of 14 used", "Workers that died 1")
        .contains("All 3 workers that fit are bound already.")
        .contains("Its blocks wait for task detect to be done.")
        .contains("Budget of the run cpu 4", "Used now cpu 2");
  }

  @Test
  void theTitleTellsTheProgress() throws Exception {
    assertThat(page(RUN_PAGE)).contains("<title>15 % deepfield-12 · Yardmaster</title>");

    service.views().show(Samples.run(RunState.SUCCEEDED, null, Samples.NOON + 5_000));
    assertThat(page(RUN_PAGE)).contains("<title>succeeded: deepfield-12 · Yardmaster</title>");
  }

  @Test
  void onlyWhatMayChangeIsLoadedAgain() throws Exception {
    String refresh = "http-equiv=\"refresh\"";
    assertThat(page(RUN_PAGE)).contains(refresh);
    assertThat(page(RUN_PAGE + "?refresh=off")).doesNotContain(refresh);

    service.views().show(Samples.run(RunState.FAILED, null, Samples.NOON + 5_000));
    assertThat(page(RUN_PAGE)).doesNotContain(refresh);
  }

  @Test
  void anAbandonedTaskSaysWhyAndHowManyBlocksAreLost() throws Exception {
    showMerge(
        new TaskView(
            "merge",
            TaskState.ABANDONED,
            AbandonReason.RESTART_CAP_EXHAUSTED,
            new Counters(8, 0, 0, 0, 0, 8, 0, 0, 4, 4, 0, 3),
            0,
            0,
            List.of(),
            Samples.NOON,
            Samples.NOON + 9_000));

    assertThat(text(RUN_PAGE))
        .contains(
            "The task was given up: all of its worker starts are used (max_workers +"
                + " max_worker_restarts) and none is alive; 8 blocks will never be executed.");
  }

  @Test
  void failedBlocksShowTheirLastError() throws Exception {
    showMerge(
        new TaskView(
            "merge",
            TaskState.DONE,
            null,
            new Counters(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
            0,
            0,
            List.of(),
            Samples.NOON,
            Samples.NOON + 9_000));
    var merge = new dev.yardmaster.scheduler.TaskId(Samples.RUN, "merge");
    service.views().show(merge, new BlockView(0, BlockState.FAILED, 2));
    service
        .journal()
        .hold(
            merge,
            new FailedAttempt(0, 1, "w-1", Samples.NOON, "first"),
            new FailedAttempt(0, 2, "w-2", Samples.NOON, "No space left on device"));

    assertThat(text(RUN_PAGE))
        .contains("1 failed block", "2 attempts", "w-2", "No space left on device")
        .doesNotContain("first");
  }

  @Test
  void theLatestEventsComeFirst() throws Exception {
    for (int seq = 1; seq <= 30; seq++) {
      service
          .journal()
          .hold(
              new AuditEntry(
                  seq, Samples.NOON, Samples.RUN, null, null, "worker_failed", "event " + seq));
    }
    assertThat(text(RUN_PAGE)).containsSubsequence("event 30", "event 29", "event 11");
    assertThat(text(RUN_PAGE)).doesNotContain("event 10");
  }

  @Test
  void whatUsersWroteStaysText() throws Exception {
    String script = "<script>alert('x')</script>";
    service
        .journal()
        .hold(
            new AuditEntry(1, Samples.NOON, Samples.RUN, script, script, script, "said " + script));
    service.views().show(Samples.run(RunState.CANCELLED, script, Samples.NOON));
    service.views().show(Samples.worker(7, script, null));

    for (String uri : List.of(RUN_PAGE, "/ui/workers", "/ui/resources", "/ui/submit", "/")) {
      assertThat(page(uri)).doesNotContain("<script>").doesNotContain("style=");
    }
    assertThat(page(RUN_PAGE)).contains("&lt;script&gt;");
  }

  /** Whatever is inside, no browser finds the end of the block before its own. */
  @Test
  void theFirstStateOfTheScriptIsABlockOfData() throws Exception {
    service
        .journal()
        .hold(
            new AuditEntry(
                1, Samples.NOON, Samples.RUN, null, null, "worker_failed", "</script><b>&amp;"));
    String page = page(RUN_PAGE);
    String opening = "<script type=\"application/json\" id=\"first-state\">";
    assertThat(page).containsOnlyOnce(opening);

    String data = page.substring(page.indexOf(opening) + opening.length());
    data = data.substring(0, data.indexOf("</script>"));
    JsonNode state = WireJson.MAPPER.readTree(data);

    assertThat(state.at("/run/id").asString()).isEqualTo("deepfield-12");
    assertThat(state.at("/run/tasks/0/counters/total").asLong()).isEqualTo(64);
    assertThat(state.at("/events/0/message").asString()).isEqualTo("</script><b>&amp;");
    assertThat(data).doesNotContain("<", ">", "&");
  }

  @Test
  void theListCanBeFiltered() throws Exception {
    service.views().show(Samples.summary("deepfield-11", RunState.FAILED));
    service.views().show(Samples.summary("primes-1", RunState.RUNNING));

    assertThat(text("/?state=failed")).contains("deepfield-11").doesNotContain("primes-1");
    assertThat(text("/?state=&pipeline=primes")).contains("primes-1").doesNotContain("deepfield-1");
    assertThat(page("/?state=failed")).contains("<option selected=\"selected\">failed</option>");
    assertThat(mvc.get().uri("/?state=happy").header("Accept", "text/html").exchange())
        .hasStatus(400)
        .bodyText()
        .contains("happy");
  }

  @Test
  void everyPageLeadsToTheOthers() throws Exception {
    for (String uri : List.of("/", "/ui/workers", "/ui/resources", "/ui/submit")) {
      assertThat(page(uri))
          .contains("href=\"/\"", "href=\"/ui/workers\"", "href=\"/ui/resources\"")
          .contains("href=\"/ui/submit\"")
          .containsOnlyOnce("aria-current=\"page\"");
    }
  }

  @Test
  void workersAreShownByHostWithTheirLoad() throws Exception {
    service.views().show(Samples.worker(7, "gpu-1", Samples.DETECT));
    service.views().show(Samples.worker(8, "gpu-1", null));
    service.views().show(Samples.worker(9, "gpu-2", null));

    assertThat(text("/ui/workers"))
        .contains("3 registered, 1 bound", "1 of 2 bound", "0 of 1 bound")
        .contains("deepfield-12 / detect", "1 block in hand, bound for 1 min 00 s")
        .contains("asks for work", "1 s ago");
  }

  @Test
  void theBudgetShowsWhoHoldsIt() throws Exception {
    Resources three = Resources.of(Map.of("cpu", 3L));
    service
        .views()
        .show(
            new ResourcesView(
                Resources.of(Map.of("cpu", 8L)),
                three,
                List.of(new ResourcesView.Holder(Samples.DETECT, 3, three))));

    assertThat(text("/ui/resources")).contains("cpu 3 of 8 used", "deepfield-12 / detect 3 cpu 3");
  }

  @Test
  void anUnknownRunIsAPageThatSaysSo() {
    assertThat(mvc.get().uri("/ui/runs/nope-1").header("Accept", "text/html").exchange())
        .hasStatus(404)
        .bodyText()
        .contains("There is no such run", "nope-1");
  }

  @Test
  void pagesComeWithAStrictPolicyAndTheirOwnStyle() throws Exception {
    assertThat(mvc.get().uri("/").exchange())
        .headers()
        .hasHeaderSatisfying(
            "Content-Security-Policy",
            policy ->
                assertThat(policy).singleElement().asString().startsWith("default-src 'none'"));
    assertThat(mvc.get().uri("/yardmaster.css").exchange())
        .hasStatusOk()
        .hasContentTypeCompatibleWith("text/css");
    assertThat(page("/")).contains("href=\"/yardmaster.css\"");
  }
}
