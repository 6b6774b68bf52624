package dev.yardmaster.journal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.yardmaster.testing.CapturedLog;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a start waits for its database, and when it gives up. */
class FirstContactTest {

  private static final Attempt STARTING =
      new Attempt.Failed(new SQLException("FATAL: the database system is starting up", "57P03"));
  private static final Attempt REFUSED =
      new Attempt.Failed(new SQLException("Connection to db:5432 refused.", "08001"));
  private static final Attempt TAKEN = new Attempt.Taken("10.1.2.3 since 2026-12-01 10:00:00+00");

  private final Deque<Attempt> attempts = new ArrayDeque<>();
  private final CapturedLog log = new CapturedLog(FirstContact.class.getName());
  private long now;
  private int asked;

  @AfterEach
  void close() {
    log.close();
  }

  /** The last answer is given again and again. */
  private FirstContact contact(Attempt... answers) {
    attempts.addAll(List.of(answers));
    return new FirstContact(
        this::next, "db:5432/yard", () -> now, length -> now += length.toNanos());
  }

  private Attempt next() {
    asked++;
    return attempts.size() == 1 ? attempts.getFirst() : attempts.removeFirst();
  }

  private DatabaseProblemException problem(FirstContact contact, Duration longest) {
    return catchThrowableOfType(DatabaseProblemException.class, () -> contact.await(longest));
  }

  @Test
  void aDatabaseThatIsThereIsAskedOnce() {
    contact(new Attempt.Held()).await(Duration.ZERO);

    assertThat(asked).isEqualTo(1);
  }

  @Test
  void aDatabaseThatComesInTimeIsWaitedForAndEachReasonSaidOnce() {
    contact(REFUSED, REFUSED, STARTING, STARTING, TAKEN, new Attempt.Held())
        .await(Duration.ofSeconds(60));

    assertThat(log.lines())
        .containsExactly(
            "PostgreSQL at db:5432/yard does not answer: Connection to db:5432 refused. It is"
                + " waited for, up to 60 s in all (yardmaster.database.wait-at-start).",
            "PostgreSQL at db:5432/yard does not answer: FATAL: the database system is starting"
                + " up. It is waited for, up to 60 s in all (yardmaster.database.wait-at-start).",
            "The database db:5432/yard is in use by another Yardmaster (10.1.2.3 since"
                + " 2026-12-01 10:00:00+00). It is waited for, up to 60 s in all"
                + " (yardmaster.database.wait-at-start).");
  }

  @Test
  void oneThatDoesNotComeIsGivenUpAtTheLimit() {
    DatabaseProblemException problem = problem(contact(REFUSED), Duration.ofSeconds(60));

    assertThat(Duration.ofNanos(now)).isEqualTo(Duration.ofSeconds(60));
    assertThat(problem)
        .hasMessage(
            "PostgreSQL at db:5432/yard does not answer: Connection to db:5432 refused. It was"
                + " waited for 60 s (yardmaster.database.wait-at-start).");
    assertThat(problem.remedy()).startsWith("Start it, and see that spring.datasource.url names");
  }

  @Test
  void oneThatAnotherServiceKeepsIsGivenUpToo() {
    DatabaseProblemException problem = problem(contact(TAKEN), Duration.ZERO);

    assertThat(asked).isEqualTo(1);
    assertThat(problem)
        .hasMessageStartingWith(
            "The database db:5432/yard is in use by another Yardmaster (10.1.2.3 since");
    assertThat(problem.remedy()).startsWith("Stop that one, or give this one a database");
  }

  @Test
  void whatTimeDoesNotChangeIsToldAtOnce() {
    SQLException wrong =
        new SQLException("FATAL: password authentication failed for user \"yard\"", "28P01");

    DatabaseProblemException problem =
        problem(contact(new Attempt.Failed(wrong)), Duration.ofMinutes(1));

    assertThat(asked).isEqualTo(1);
    assertThat(problem)
        .hasMessage(
            "PostgreSQL at db:5432/yard refuses the service: FATAL: password authentication failed"
                + " for user \"yard\".");
    assertThat(problem.remedy()).contains("username and password");
  }

  @Test
  void anUnknownHostIsWaitedForAndNamed() {
    SQLException unknown =
        new SQLException("The connection attempt failed.", "08001", new UnknownHostException("db"));

    assertThat(problem(contact(new Attempt.Failed(unknown)), Duration.ofSeconds(1)))
        .hasMessageContaining("does not answer: java.net.UnknownHostException: db. It was waited");
  }

  @Test
  void whoStopsTheServiceStopsTheWaiting() {
    FirstContact contact =
        new FirstContact(
            () -> REFUSED,
            "db:5432/yard",
            () -> now,
            length -> {
              throw new InterruptedException();
            });

    assertThatThrownBy(() -> contact.await(Duration.ofMinutes(1)))
        .isInstanceOf(DatabaseProblemException.class)
        .hasMessageContaining("was stopped while it waited");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anAddressNeverHasAPassword() {
    assertThat(DatabaseAddress.of("jdbc:postgresql://db:5432/yard?user=me&password=secret"))
        .isEqualTo("db:5432/yard");
    assertThat(DatabaseAddress.of("jdbc:postgresql://a:1,b:2/yard")).isEqualTo("a:1,b:2/yard");
    assertThat(DatabaseAddress.of("jdbc:postgresql:yard")).isEqualTo("yard");
  }
}
