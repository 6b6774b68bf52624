package dev.yardmaster.worker;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;

/**
 * What a worker needs for its further calls.
 *
 * @param token goes into {@code Authorization: Bearer}; it is told this once
 * @param heartbeatEvery how often to say something
 * @param lostAfter how long a silence counts as its end
 */
@Schema(name = "RegisteredWorker")
record RegisterReply(String id, String token, Duration heartbeatEvery, Duration lostAfter) {}
