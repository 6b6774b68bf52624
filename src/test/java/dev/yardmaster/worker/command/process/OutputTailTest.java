package dev.yardmaster.worker.command.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTailTest {

  private final OutputTail tail = new OutputTail();

  @Test
  void keepsAllOfAShortOutput() {
    append("one\n");
    append("two\n");

    assertThat(tail.text()).isEqualTo("one\ntwo");
  }

  @Test
  void keepsTheEndOfALongOneAcrossPieces() {
    for (int i = 0; i < 1000; i++) {
      append("%09d\n".formatted(i));
    }

    // 4096 bytes are 409 whole lines of ten, less the line break at the end that is stripped.
    assertThat(tail.text()).endsWith("000000999").hasSize(4095).contains("000000591");
    assertThat(tail.text()).doesNotContain("000000590");
  }

  @Test
  void aPieceLargerThanTheWholeIsCutToo() {
    append("a".repeat(10_000) + "b");

    assertThat(tail.text()).hasSize(4096).endsWith("ab");
  }

  @Test
  void aCharacterCutInHalfIsDropped() {
    append("é".repeat(3000) + "x");

    // 6001 bytes: the cut falls inside a character of two bytes.
    assertThat(tail.text()).isEqualTo("é".repeat(2047) + "x");
  }

  @Test
  void controlCharactersBecomeBlanks() {
    append("red: \u001b[31m\u0000!\ttab\nline");

    assertThat(tail.text()).isEqualTo("red:  [31m !\ttab\nline");
  }

  private void append(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    tail.append(bytes, bytes.length);
  }
}
