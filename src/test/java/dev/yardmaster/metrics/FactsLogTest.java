package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Rare facts in the log, for people and for machines. */
class FactsLogTest {

  private static final RunId RUN = new RunId("deepfield-12");

  private final AtomicLong nanos = new AtomicLong();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(FactsLog.class);
  private final FactsLog log =
      new FactsLog(
          new EngineClock() {
            @Override
            public long nanos() {
              return nanos.get();
            }

            @Override
            public long wallMillis() {
              return 0;
            }
          });

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setAdditive(false);
    logger.setLevel(ch.qos.logback.classic.Level.INFO);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  private static AuditEntry entry(
      @Nullable String task, @Nullable String worker, String kind, String message) {
    return new AuditEntry(1, 0, RUN, task, worker, kind, message);
  }

  private static Batch batch(Event.Durable... events) {
    return new Batch(1, new Moment(0, 0), List.of(events), List.of(), List.of());
  }

  private List<String> texts() {
    return lines.list.stream()
        .map(line -> line.getLevel() + " " + line.getFormattedMessage())
        .toList();
  }

  @Test
  void beginningsEndsAndWhatWentWrongAreThere() {
    log.committed(
        batch(new Event.WorkerRemoved(new WorkerId(9), true, "silent for 30 s")),
        List.of(
            entry(null, null, "run_submitted", "Submitted: 1 task with 3 blocks in all."),
            entry("detect", "w-17", "worker_bound", "w-17 begins to work on detect."),
            entry("detect", "w-17", "worker_failed", "w-17 failed at detect: killed."),
            entry("detect", null, "task_abandoned", "detect was given up."),
            entry(null, null, "run_failed", "The run failed.")));

    assertThat(texts())
        .containsExactly(
            "INFO deepfield-12: Submitted: 1 task with 3 blocks in all.",
            "WARN deepfield-12: w-17 failed at detect: killed.",
            "WARN deepfield-12: detect was given up.",
            "INFO deepfield-12: The run failed.",
            "WARN w-9 is lost: silent for 30 s");
  }

  /** As {@code logging.structured.format.console=ecs} writes it. */
  @Test
  void machinesFindRunTaskAndWorkerUnderTheirOwnKeys() {
    try (MDC.MDCCloseable call = MDC.putCloseable("request", "6f1c")) {
      log.committed(
          batch(), List.of(entry("detect", "w-17", "worker_failed", "w-17 failed at detect.")));
      assertThat(call).isNotNull();
      lines.list.forEach(ILoggingEvent::getMDCPropertyMap);
    }

    JsonNode line = ecs(lines.list.getFirst());
    assertThat(line.get("run").asString()).isEqualTo("deepfield-12");
    assertThat(line.get("task").asString()).isEqualTo("detect");
    assertThat(line.get("worker").asString()).isEqualTo("w-17");
    assertThat(line.get("request").asString()).isEqualTo("6f1c");
    assertThat(line.get("message").asString()).isEqualTo("deepfield-12: w-17 failed at detect.");
    assertThat(line.get("ecs").get("version").asString()).isNotEmpty();
  }

  private static JsonNode ecs(ILoggingEvent event) {
    LoggerContext context = new LoggerContext();
    context.putObject(Environment.class.getName(), new MockEnvironment());
    StructuredLogEncoder encoder = new StructuredLogEncoder();
    encoder.setContext(context);
    encoder.setFormat("ecs");
    encoder.start();
    return new ObjectMapper().readTree(new String(encoder.encode(event), StandardCharsets.UTF_8));
  }

  @Test
  void whatWorkersSayCannotLookLikeALineOfItsOwn() {
    log.committed(
        batch(),
        List.of(
            entry("t", "w-1", "worker_failed", "w-1 failed: \n2027 INFO all is\u001b[31m well\r")));

    assertThat(texts())
        .containsExactly("WARN deepfield-12: w-1 failed: 2027 INFO all is [31m well");
  }

  @Test
  void aFloodIsToldOfInOneLine() {
    List<AuditEntry> flood = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      flood.add(entry("t", "w-" + i, "worker_failed", "w-" + i + " failed."));
    }
    log.committed(batch(), flood);
    assertThat(lines.list).hasSize(20);

    nanos.addAndGet(1_000_000_000);
    log.committed(batch(), List.of(entry(null, null, "run_failed", "The run failed.")));
    assertThat(texts().subList(20, 22))
        .containsExactly(
            "INFO 80 more such facts are in the audit trails of their runs.",
            "INFO deepfield-12: The run failed.");
  }
}
