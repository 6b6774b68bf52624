package dev.yardmaster.worker.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The worker protocol's messages as this side sees them. */
final class Wire {

  /** A field that this worker does not know comes from a newer service and is not its business. */
  static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private Wire() {}

  record Registration(String name, String host, Collection<String> tags, String kind) {}

  record Registered(String id, String token, String heartbeatEvery) {
    Duration interval() {
      return DurationStyle.detectAndParse(heartbeatEvery);
    }
  }

  /** {@code wait} on the wire; a record cannot have a component of that name. */
  record Acquire(int maxBlocks, @JsonProperty("wait") String patience) {}

  record Release(List<Result> results, @Nullable Acquire acquire) {}

  record Result(String lease, boolean ok, @Nullable String error) {}

  /** Answers an acquire, and a release that asked for more. */
  record Work(@Nullable Binding binding, @Nullable List<BlockLease> blocks, @Nullable Ended ended) {
    List<BlockLease> leases() {
      return blocks == null ? List.of() : blocks;
    }
  }

  record Binding(
      String id,
      String run,
      String task,
      @Nullable List<String> command,
      @Nullable String mode,
      @Nullable Map<String, String> env,
      @Nullable JsonNode params,
      @Nullable String directory,
      long blocks) {}

  record BlockLease(
      String lease,
      long block,
      long blocks,
      int attempt,
      String timeout,
      @Nullable JsonNode params) {
    Duration limit() {
      return DurationStyle.detectAndParse(timeout);
    }
  }

  record Ended(String binding, String reason) {}

  record Unbind(boolean clean, String reason, @Nullable Integer exitCode) {}

  record Beat(@Nullable List<String> revoked, @Nullable Ended ended) {
    List<String> lost() {
      return revoked == null ? List.of() : revoked;
    }
  }

  /** An answer whose content does not matter. */
  record Nothing() {}

  /** The readable parts of a problem document. */
  record Problem(@Nullable String title, @Nullable String detail, @Nullable String code) {}
}
