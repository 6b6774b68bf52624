package dev.yardmaster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.testing.CapturedLog;
import java.security.Principal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistrationLogTest {

  private static final Principal WOODY = () -> "woody";

  private final CapturedLog log = new CapturedLog(RegistrationLog.class.getName());
  private long nanos = -5; // such clocks begin anywhere
  private final RegistrationLog registrations = new RegistrationLog(() -> nanos);

  @AfterEach
  void end() {
    log.close();
  }

  @Test
  void whoseTokenAWorkerShowedIsTold() {
    registrations.registered(new WorkerId(7), WOODY);

    assertThat(log.lines())
        .singleElement()
        .asString()
        .contains("w-7 registered with the access token of woody");
  }

  @Test
  void whereNobodyHasATokenThereIsNothingToTell() {
    registrations.registered(new WorkerId(7), null);

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void tenThousandAtOnceAreTwentyLinesAndASum() {
    for (int i = 1; i <= 10_000; i++) {
      registrations.registered(new WorkerId(i), WOODY);
    }
    assertThat(log.lines()).hasSize(20);
    nanos += 1_000_000_000L;
    registrations.registered(new WorkerId(10_001), WOODY);

    assertThat(log.lines()).hasSize(22);
    assertThat(log.lines().get(20)).contains("9980 more workers registered");
    assertThat(log.lines().get(21)).contains("w-10001 registered");
  }
}
