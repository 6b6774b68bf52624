package dev.yardmaster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.engine.ServiceBusyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LongPollsTest {

  private final LongPolls polls = new LongPolls();

  @Test
  void anAnswerIsPassedOn() {
    assertThat(polls.within(Duration.ofSeconds(60), CompletableFuture.completedFuture("here")))
        .isEqualTo("here");
  }

  @Test
  void whoWaitsWhenTheServiceStopsIsSentAwayAndCanStillAnswer() throws Exception {
    AtomicReference<Throwable> end = new AtomicReference<>();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    polls.within(Duration.ofSeconds(60), new CompletableFuture<String>());
                  } catch (ServiceBusyException stopping) {
                    end.set(stopping);
                  }
                  interrupted.set(Thread.currentThread().isInterrupted());
                });
    await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);

    polls.end();
    caller.join();

    assertThat(end.get()).hasMessage("the service is stopping");
    assertThat(interrupted.get()).isFalse();
  }

  @Test
  void whoComesLaterIsSentAwayAtOnce() {
    polls.end();
    assertThatExceptionOfType(ServiceBusyException.class)
        .isThrownBy(() -> polls.happens(Duration.ofSeconds(60), new CompletableFuture<>()))
        .withMessage("the service is stopping");
  }
}
