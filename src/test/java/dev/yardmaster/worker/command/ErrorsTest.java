package dev.yardmaster.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorsTest {

  @Test
  void aShortErrorStaysAsItIs() {
    assertThat(Errors.bounded("exit code 1\nno such file")).isEqualTo("exit code 1\nno such file");
  }

  @Test
  void aLongOneKeepsItsFirstLineAndItsEnd() {
    String bounded = Errors.bounded("exit code 1\n" + "x".repeat(10_000) + " the end");

    assertThat(bounded).hasSize(4096).startsWith("exit code 1\n…xxx").endsWith("xxx the end");
  }

  @Test
  void nulBecomesABlank() {
    assertThat(Errors.bounded("a\0b")).isEqualTo("a b");
  }
}
