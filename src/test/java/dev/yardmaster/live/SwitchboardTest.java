package dev.yardmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SwitchboardTest {

  private static final Duration TENTH = Duration.ofMillis(100);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final LiveYard yard = new LiveYard();
  private final FakeLine line = new FakeLine();

  private static long completed(JsonNode task) {
    return task.path("counters").path("completed").asLong();
  }

  private static List<Long> told(FakeLine line) {
    return line.messages("event").stream().map(event -> event.path("audit_seq").asLong()).toList();
  }

  @Test
  void aClientGetsASnapshotAndThenWhatComesAfterIt() {
    yard.commits(1);
    yard.follows(line);
    yard.commits(1);
    yard.passes(TENTH);

    JsonNode snapshot = line.messages().getFirst();
    assertThat(snapshot.path("type").asString()).isEqualTo("snapshot");
    assertThat(completed(snapshot.path("run_details").get(0).path("tasks").get(0))).isEqualTo(1);
    assertThat(snapshot.path("workers_registered").asInt()).isEqualTo(3);
    assertThat(told(line)).containsExactly(2L);
    JsonNode counters = line.last("counters");
    assertThat(counters.path("run").asString()).isEqualTo("deepfield-12");
    assertThat(completed(counters.path("tasks").get(0))).isEqualTo(2);
  }

  @Test
  void nothingOfTheSnapshotIsToldAgainAndNothingAfterItIsLost() {
    Client client = yard.connects(line);
    yard.subscribes(client, LiveYard.RUN.value());
    yard.commits(1);
    var taken = yard.scene(client.subscription());
    yard.commits(1);
    yard.passes(TENTH);
    assertThat(line.messages()).isEmpty();

    yard.scenes.scenes.remove().answer().complete(taken);
    yard.runPosted();
    yard.passes(TENTH);

    assertThat(told(line)).containsExactly(2L);
    assertThat(completed(line.last("counters").path("tasks").get(0))).isEqualTo(2);
  }

  @Test
  void countersComeTenTimesASecondAtMost() {
    yard.follows(line);
    for (int i = 0; i < 100; i++) {
      yard.commits(0);
      yard.passes(Duration.ofMillis(10));
    }

    assertThat(line.messages("counters")).as("in a second").hasSizeBetween(9, 11);
  }

  @Test
  void seqOnlyRises() {
    yard.follows(line);
    for (int i = 0; i < 20; i++) {
      yard.commits(i % 3);
      yard.passes(TENTH);
    }

    List<Long> seqs = line.messages().stream().map(one -> one.path("seq").asLong()).toList();
    assertThat(seqs).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void whoIsBusyGetsTheLatestCountersAndEveryEventInOrder() {
    yard.follows(line);
    line.stands();
    for (int i = 0; i < 50; i++) {
      yard.commits(1);
      yard.passes(TENTH);
    }
    line.goesOn();
    yard.runPosted();
    yard.passes(SECOND);

    assertThat(told(line))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 50).boxed().toList());
    assertThat(line.messages("counters")).hasSizeLessThanOrEqualTo(2);
    assertThat(completed(line.last("counters").path("tasks").get(0))).isEqualTo(50);
  }

  @Test
  void whoStaysBehindIsClosedAndDoesNotSlowTheOthers() {
    yard.follows(line);
    FakeLine other = new FakeLine();
    yard.follows(other);
    line.stands();
    for (int i = 0; i <= LiveLimits.MAX_QUEUED; i++) {
      yard.commits(1);
    }
    yard.commits(1);

    assertThat(line.closed).isEqualTo(1013);
    assertThat(line.reason).isEqualTo("too slow: connect again");
    assertThat(told(other)).hasSize(LiveLimits.MAX_QUEUED + 2);
    assertThat(yard.switchboard.size()).isEqualTo(1);
  }

  @Test
  void aSuspendedClientIsClosedWhenAMessageIsOnItsWayForTooLong() {
    yard.follows(line);
    line.stands();
    yard.commits(1);
    yard.passes(LiveLimits.SEND_WITHIN);
    assertThat(line.closed).isZero();

    yard.passes(SECOND.plusNanos(1));

    assertThat(line.closed).isEqualTo(1013);
  }

  @Test
  void whoHasToSignInAgainIsToldSo() {
    yard.connectsUntil(line, SECOND.multipliedBy(10));
    yard.passes(SECOND.multipliedBy(9));
    assertThat(line.closed).isZero();

    yard.passes(SECOND);

    assertThat(line.closed).isEqualTo(4401);
  }

  @Test
  void whoIsSilentIsPingedAndThenClosed() {
    Client client = yard.follows(line);
    yard.passes(LiveLimits.PING_EVERY);
    assertThat(line.pings).isEqualTo(1);
    client.heard(yard.nanos());
    yard.passes(LiveLimits.SILENT_FOR);
    assertThat(line.closed).isZero();

    yard.passes(SECOND);

    assertThat(line.closed).isEqualTo(1013);
  }

  @Test
  void afterARebuildEverybodyBeginsWithASnapshot() {
    yard.follows(line);
    yard.commits(1);
    yard.nextBatch();
    yard.switchboard.missed();
    yard.runPosted();
    yard.sceneIsTaken();
    yard.commits(1);
    yard.passes(TENTH);

    assertThat(line.messages("snapshot")).hasSize(2);
    JsonNode run = line.last("snapshot").path("run_details").get(0);
    assertThat(completed(run.path("tasks").get(0))).isEqualTo(2);
    assertThat(completed(line.last("counters").path("tasks").get(0))).isEqualTo(3);
  }

  @Test
  void aSnapshotThatCannotBeTakenIsAskedForAgain() {
    Client client = yard.connects(line);
    yard.subscribes(client, LiveYard.RUN.value());
    yard.scenes.scenes.remove().answer().completeExceptionally(new IllegalStateException("away"));
    yard.runPosted();
    assertThat(yard.scenes.scenes).isEmpty();

    yard.passes(LiveLimits.SNAPSHOT_AGAIN);
    yard.sceneIsTaken();

    assertThat(line.messages("snapshot")).hasSize(1);
  }

  @Test
  void manyWhoComeTogetherShareASnapshot() {
    List<FakeLine> lines = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      lines.add(new FakeLine());
      yard.subscribes(yard.connects(lines.getLast()), LiveYard.RUN.value());
    }
    yard.sceneIsTaken();
    yard.sceneIsTaken();

    assertThat(yard.scenes.scenes).isEmpty();
    assertThat(lines).allSatisfy(one -> assertThat(one.messages("snapshot")).hasSize(1));
  }

  @Test
  void aFurtherSubscriptionReplacesTheFormer() {
    Client client = yard.follows(line);
    yard.subscribes(client, "other-1");
    yard.sceneIsTaken();
    yard.commits(1);
    yard.passes(TENTH);

    assertThat(line.messages("event")).isEmpty();
    assertThat(line.messages("counters")).isEmpty();
    assertThat(line.last("error").path("code").asString()).isEqualTo("unknown_run");
    assertThat(line.last("error").path("run").asString()).isEqualTo("other-1");
    assertThat(line.closed).isZero();
  }

  @Test
  void whoFollowsAllRunsGetsSumsAndAllEvents() {
    yard.subscribes(yard.connects(line), "*");
    yard.sceneIsTaken();
    yard.commits(1);
    yard.passes(TENTH);
    yard.pulseIsTaken(0);
    yard.passes(TENTH);

    assertThat(line.last("snapshot").path("runs").get(0).path("id").asString())
        .isEqualTo("deepfield-12");
    assertThat(told(line)).containsExactly(1L);
    JsonNode sum = line.last("counters").path("runs").get(0);
    assertThat(sum.path("run").asString()).isEqualTo("deepfield-12");
    assertThat(sum.path("took_seconds").asDouble()).isEqualTo(60);
    assertThat(completed(sum)).isEqualTo(1);
  }

  @Test
  void budgetsAreToldWhenTheyChange() {
    yard.follows(line);
    yard.passes(TENTH);
    yard.pulseIsTaken(0);
    yard.passes(TENTH);
    int before = line.messages("resources").size();
    yard.commits(0);
    yard.passes(SECOND);
    yard.pulseIsTaken(0);
    yard.passes(SECOND);
    assertThat(line.messages("resources")).as("nothing changed").hasSize(before);

    yard.commits(0);
    yard.passes(SECOND);
    yard.pulseIsTaken(3);
    yard.passes(SECOND);

    JsonNode cpu = line.last("resources").path("resources").get(0);
    assertThat(cpu.path("used").asLong()).isEqualTo(3);
    assertThat(cpu.path("free").asLong()).isEqualTo(1);
  }

  @Test
  void whoDoesNotSpeakTheProtocolIsToldSoAndSentAway() {
    yard.switchboard.refuses(yard.connects(line), "subscribe must name a run");

    assertThat(line.last("error").path("code").asString()).isEqualTo("bad_request");
    assertThat(line.closed).isEqualTo(1008);
  }

  @Test
  void whoHasLeftLeavesNothingBehind() {
    Client client = yard.follows(line);
    yard.switchboard.leaves(client);
    yard.commits(1);
    yard.passes(SECOND);

    assertThat(yard.switchboard.size()).isZero();
    assertThat(line.messages("event")).isEmpty();
  }

  /** 40,000 bytes a second to each; here 500 messages a second to all. */
  @Test
  void pausesKeepBytesAndMessagesWithinTheirBounds() {
    assertThat(Switchboard.pause(400, 1, 500)).isEqualTo(Duration.ofMillis(100).toNanos());
    assertThat(Switchboard.pause(40_000, 1, 500)).isEqualTo(Duration.ofSeconds(1).toNanos());
    assertThat(Switchboard.pause(400, 1_000, 500)).isEqualTo(Duration.ofSeconds(2).toNanos());
  }

  /**
   * Whatever comes between asking for a snapshot and getting it, and however slow the line is: the
   * snapshot with all that follows is the state at the end, and each event after it comes once.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void snapshotAndStreamTogetherAreTheState(long seed) {
    Random random = new Random(seed);
    Client client = yard.connects(line);
    yard.subscribes(client, LiveYard.RUN.value());
    long eventsInSnapshot = 0;
    for (int step = 0; step < 400; step++) {
      switch (random.nextInt(8)) {
        case 0 -> {
          if (!yard.scenes.scenes.isEmpty()) {
            var asked = yard.scenes.scenes.remove();
            var taken = yard.scene(asked.wanted());
            eventsInSnapshot = yard.lastAudit();
            for (int i = random.nextInt(3); i > 0; i--) {
              yard.commits(random.nextInt(2));
            }
            asked.answer().complete(taken);
            yard.runPosted();
          }
        }
        case 1 -> line.stands();
        case 2 -> line.goesOn();
        case 3 -> {
          if (random.nextInt(20) == 0) {
            yard.subscribes(client, LiveYard.RUN.value());
          }
        }
        case 4 -> {
          if (!yard.scenes.pulses.isEmpty()) {
            yard.pulseIsTaken(random.nextInt(4));
          }
        }
        default -> yard.commits(random.nextInt(2));
      }
      yard.passes(Duration.ofMillis(random.nextInt(50)));
    }
    line.goesOn();
    yard.runPosted();
    while (!yard.scenes.scenes.isEmpty()) {
      eventsInSnapshot = yard.lastAudit();
      yard.sceneIsTaken();
    }
    yard.passes(SECOND);
    yard.passes(SECOND);

    List<JsonNode> all = line.messages();
    int begin = all.lastIndexOf(line.last("snapshot"));
    List<JsonNode> stream = all.subList(begin + 1, all.size());
    long done = completed(line.last("snapshot").path("run_details").get(0).path("tasks").get(0));
    List<Long> events = new ArrayList<>();
    for (JsonNode message : stream) {
      if (message.path("type").asString().equals("event")) {
        events.add(message.path("audit_seq").asLong());
      } else if (message.has("tasks")) {
        long now = completed(message.path("tasks").get(0));
        assertThat(now).as("counters never go back").isGreaterThanOrEqualTo(done);
        done = now;
      }
    }
    assertThat(done).isEqualTo(yard.batch());
    assertThat(events)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(eventsInSnapshot + 1, yard.lastAudit()).boxed().toList());
  }
}
