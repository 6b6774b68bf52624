package dev.yardmaster.worker;

import dev.yardmaster.scheduler.command.Outcome;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The service has heard.
 *
 * @param revoked leases that are no longer the worker's own
 */
@Schema(name = "Alive")
record HeartbeatReply(List<String> revoked) {

  static HeartbeatReply of(Outcome.Alive alive) {
    return new HeartbeatReply(alive.revoked().stream().map(Object::toString).toList());
  }
}
