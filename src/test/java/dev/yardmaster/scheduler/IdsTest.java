package dev.yardmaster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids as they come over the wire: what nobody wrote is no id, and no error either. */
class IdsTest {

  @Test
  void whatIsWrittenIsReadAgain() {
    assertThat(WorkerId.parse("w-17")).contains(new WorkerId(17));
    assertThat(BindingId.parse(new BindingId(3).toString())).contains(new BindingId(3));
    assertThat(LeaseId.parse(new LeaseId(999_999_999_999_999_999L).toString()))
        .contains(new LeaseId(999_999_999_999_999_999L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "w",
        "w-",
        "W-1",
        "b-1",
        "l-1",
        "w--1",
        "w-+1",
        "w-1 ",
        " w-1",
        "w-1.0",
        "w-0x1",
        "w-1000000000000000000",
        "w-99999999999999999999999999",
        "w-\u0661",
        "w-\uff11",
        "null"
      })
  void whatIsNoIdIsNone(String text) {
    assertThat(WorkerId.parse(text)).isEmpty();
  }
}
