package dev.yardmaster.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yardmaster.live.Request.BadRequestException;
import dev.yardmaster.scheduler.RunId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {

  @Test
  void oneSubscribesToRunsByName() throws BadRequestException {
    assertThat(Request.parse("{\"subscribe\": [\"a-1\", \"b-2\", \"a-1\"]}"))
        .isEqualTo(new Subscription(false, List.of(new RunId("a-1"), new RunId("b-2"))));
  }

  @Test
  void anAsteriskMeansAllRuns() throws BadRequestException {
    assertThat(Request.parse("{\"subscribe\": [\"*\"]}"))
        .isEqualTo(new Subscription(true, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "{}",
        "[]",
        "null",
        "{\"subscribe\": []}",
        "{\"subscribe\": [null]}",
        "{\"subscribe\": [\"\"]}",
        "{\"subscribe\": [7]}",
        "{\"subscribe\": \"a-1\"}",
        "{\"subscribe\": [\"a-1\"], \"more\": true}",
        "{\"subscribe\": [\"a-1\"]} x"
      })
  void anythingElseIsRefused(String text) {
    assertThatExceptionOfType(BadRequestException.class).isThrownBy(() -> Request.parse(text));
  }

  @Test
  void namesAreBounded() {
    String names =
        IntStream.rangeClosed(0, 64)
            .mapToObj(i -> "\"a-" + i + "\"")
            .collect(Collectors.joining(","));

    assertThatExceptionOfType(BadRequestException.class)
        .isThrownBy(() -> Request.parse("{\"subscribe\": [" + names + "]}"))
        .withMessage("subscribe takes at most 64 names");
    assertThatExceptionOfType(BadRequestException.class)
        .isThrownBy(() -> Request.parse("{\"subscribe\": [\"" + "a".repeat(101) + "\"]}"));
  }
}
