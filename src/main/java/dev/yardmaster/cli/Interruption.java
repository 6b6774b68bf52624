package dev.yardmaster.cli;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * A person's wish to stop: Ctrl-C, SIGTERM, or a terminal that was closed. The first signal is
 * noted, for the command to end in good order; a second one ends the process at once.
 *
 * <p>Signals are handled here and not in a shutdown hook, because once the hooks run the exit code
 * is settled, the second Ctrl-C goes unheard, and Spring's own hook takes the service away from
 * under the cancellation.
 */
final class Interruption implements AutoCloseable {

  /** A signal that the shell told the process to ignore, as {@code nohup} does, stays ignored. */
  private enum Stop {
    INT("Ctrl-C"),
    TERM("SIGTERM"),
    HUP("the terminal was closed");

    private final String words;

    Stop(String words) {
      this.words = words;
    }
  }

  /**
   * What comes within this time is the same wish: {@code timeout} and build tools signal the
   * process and its group, so that one stop arrives twice.
   */
  private static final Duration ONE_STOP = Duration.ofSeconds(1);

  private record Registered(Stop signal, @Nullable Object handlerBefore) {}

  private record First(Stop signal, long nanoTime) {}

  private final AtomicReference<@Nullable First> first = new AtomicReference<>();
  private final CountDownLatch noted = new CountDownLatch(1);
  private final Runnable atFirst;
  private final Runnable atOnce;
  private final List<Registered> registered;

  private Interruption(Runnable atFirst, Runnable atOnce, Stop... signals) {
    this.atFirst = atFirst;
    this.atOnce = atOnce;
    this.registered = Arrays.stream(signals).map(this::register).toList();
  }

  /**
   * Listens until it is closed.
   *
   * @param atOnce what a second signal does; runs on a thread of its own and must not return
   */
  static Interruption listen(Runnable atOnce) {
    return listen(() -> {}, atOnce);
  }

  /**
   * As above.
   *
   * @param atFirst what the first signal does besides being noted; on a thread of its own
   */
  static Interruption listen(Runnable atFirst, Runnable atOnce) {
    return new Interruption(atFirst, atOnce, Stop.values());
  }

  /** For a command that a signal simply ends. */
  static Interruption never() {
    return new Interruption(() -> {}, () -> {});
  }

  /** What the person did, in words; null while nothing was done. */
  @Nullable String noted() {
    First wish = first.get();
    return wish == null ? null : wish.signal().words;
  }

  /** Waits for a signal. */
  void await() {
    try {
      noted.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a signal; true if there was one. */
  boolean await(Duration time) {
    try {
      return noted.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    registered.forEach(each -> Signals.unregister(each.signal().name(), each.handlerBefore()));
  }

  private Registered register(Stop signal) {
    return new Registered(signal, Signals.register(signal.name(), () -> receive(signal)));
  }

  private void receive(Stop signal) {
    First now = new First(signal, System.nanoTime());
    First before = first.compareAndExchange(null, now);
    if (before == null) {
      noted.countDown();
      atFirst.run();
    } else if (now.nanoTime() - before.nanoTime() > ONE_STOP.toNanos()) {
      atOnce.run();
    }
  }
}
