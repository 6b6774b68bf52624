package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.assertStillWaiting;
import static dev.yardmaster.engine.EngineFixture.get;
import static dev.yardmaster.engine.FakeMachine.answer;
import static dev.yardmaster.engine.FakeMachine.answerTo;
import static dev.yardmaster.engine.FakeMachine.ask;
import static dev.yardmaster.engine.FakeMachine.askWithLuck;
import static dev.yardmaster.engine.FakeMachine.releaseAndAsk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asks that wait are answered by a later decision, or by their own. */
class AskTest {

  private static final Outcome NOTHING_YET = new Outcome.NothingYet(null);

  private final EngineFixture service = EngineFixture.running();

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void anAskWaitsForItsDelivery() {
    CompletableFuture<Outcome> first = service.submit(ask(1));
    CompletableFuture<Outcome> second = service.submit(ask(2));
    service.words();
    assertStillWaiting(first);

    get(service.submit(answerTo(2)));

    assertThat(get(second)).isEqualTo(answer(2));
    assertStillWaiting(first);
    get(service.submit(answerTo(1)));
    assertThat(get(first)).isEqualTo(answer(1));
  }

  @Test
  void anAskIsAnsweredByItsOwnDecision() {
    assertThat(get(service.submit(askWithLuck(1)))).isEqualTo(answer(1));
  }

  @Test
  void aNewAskReplacesTheOlder() {
    CompletableFuture<Outcome> older = service.submit(ask(1));
    CompletableFuture<Outcome> newer = service.submit(ask(1));

    assertThat(get(older)).isEqualTo(NOTHING_YET);
    assertStillWaiting(newer);
    get(service.submit(answerTo(1)));
    assertThat(get(newer)).isEqualTo(answer(1));
  }

  @Test
  void aNewAskThatIsAnsweredAtOnceLeavesNothingToTheOlder() {
    CompletableFuture<Outcome> older = service.submit(ask(1));
    CompletableFuture<Outcome> newer = service.submit(askWithLuck(1));

    assertThat(get(older)).isEqualTo(NOTHING_YET);
    assertThat(get(newer)).isEqualTo(answer(1));
  }

  @Test
  void aReleaseThatAsksIsAnsweredWithBoth() {
    CompletableFuture<Outcome> released = service.submit(releaseAndAsk(1));
    service.words();
    assertStillWaiting(released);

    get(service.submit(answerTo(1)));

    assertThat(get(released)).isEqualTo(new Outcome.Released(List.of(), answer(1)));
  }

  @Test
  void aCallerWhoGaveUpDisturbsNobody() {
    CompletableFuture<Outcome> gone = service.submit(ask(1));
    service.words();
    gone.cancel(true);

    get(service.submit(answerTo(1)));
    get(service.submit(answerTo(1)));

    assertThat(get(service.submit(askWithLuck(1)))).isEqualTo(answer(1));
  }
}
