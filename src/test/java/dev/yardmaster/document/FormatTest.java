package dev.yardmaster.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FormatTest {

  @Test
  void aFileSaysByItsEnding() {
    assertThat(Format.ofFileName("pipeline.json")).isEqualTo(Format.JSON);
    assertThat(Format.ofFileName("PIPELINE.JSON")).isEqualTo(Format.JSON);
    assertThat(Format.ofFileName("pipeline.yaml")).isEqualTo(Format.YAML);
    assertThat(Format.ofFileName("pipeline.yml")).isEqualTo(Format.YAML);
    assertThat(Format.ofFileName("pipeline")).isEqualTo(Format.YAML);
  }

  @Test
  void aRequestSaysByItsContentType() {
    for (String json :
        List.of("application/json", "Application/JSON; charset=utf-8", "text/json")) {
      assertThat(Format.ofContentType(json)).contains(Format.JSON);
    }
    for (String yaml :
        List.of(
            "application/yaml", "application/x-yaml", "text/yaml;charset=UTF-8", "text/x-yaml")) {
      assertThat(Format.ofContentType(yaml)).contains(Format.YAML);
    }
    assertThat(Format.ofContentType("application/vnd.pipeline+json")).contains(Format.JSON);
    assertThat(Format.ofContentType("application/vnd.pipeline+yaml")).contains(Format.YAML);
  }

  @Test
  void whatAnyWebPageCanSendIsNeither() {
    for (String other :
        List.of(
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", ";")) {
      assertThat(Format.ofContentType(other)).isEmpty();
    }
  }
}
