package dev.yardmaster.worker;

import dev.yardmaster.api.ApiPaths;
import dev.yardmaster.api.LongPolls;
import dev.yardmaster.api.Unexpected;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.Ask;
import dev.yardmaster.scheduler.command.Outcome;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * What workers say and hear. Each call parks a virtual thread until the answer is committed;
 * acquire and release are the busiest calls of the service, so nothing in them logs, locks or keeps
 * anything.
 */
@Tag(name = "Workers")
@RestController
@RequestMapping(ApiPaths.BASE + "/workers")
class WorkerController {

  private static final String JSON = "application/json";

  private final WorkerCalls calls;
  private final Tokens tokens = new Tokens();
  private final RegistrationLog registrations = new RegistrationLog(System::nanoTime);
  private final Duration lostAfter;
  private final Duration heartbeatEvery;
  private final Duration longestWait;

  WorkerController(Engine engine, LongPolls polls, SchedulerSettings settings) {
    this.calls = new WorkerCalls(engine, polls);
    this.lostAfter = settings.lostAfter();
    // Two heartbeats in a row may be lost or late before it counts.
    this.heartbeatEvery = lostAfter.dividedBy(3);
    // So a worker that does nothing but ask is heard of often enough.
    Duration safe = heartbeatEvery.multipliedBy(2);
    this.longestWait = safe.compareTo(WorkerLimits.MAX_WAIT) < 0 ? safe : WorkerLimits.MAX_WAIT;
  }

  @Operation(summary = "Register a worker")
  @ApiResponse(responseCode = "201", description = "Its id, and the token of its further calls")
  @ApiResponse(responseCode = "410", description = "What it was launched for is over")
  @PostMapping(consumes = JSON)
  @ResponseStatus(HttpStatus.CREATED)
  RegisterReply register(@RequestBody RegisterRequest request, @Nullable Principal caller) {
    String token = tokens.create();
    Command.RegisterWorker command = request.command(Tokens.digest(token));
    if (request.launchToken() != null) {
      throw WorkerCalls.launchOver();
    }
    return switch (calls.answer(command)) {
      case Outcome.Registered registered -> {
        registrations.registered(registered.worker(), caller);
        yield new RegisterReply(registered.worker().toString(), token, heartbeatEvery, lostAfter);
      }
      case Outcome other -> throw WorkerCalls.refusal(command, other);
    };
  }

  @SecurityRequirement(name = "worker")
  @Operation(
      summary = "Ask for blocks",
      description =
          "Answers as soon as there are some; with no blocks after the wait, which is at most two"
              + " thirds of lost_after and 60s. Leases that are held already are answered again.")
  @PostMapping(path = "/{id}/acquire", consumes = JSON)
  AcquireReply acquire(
      @PathVariable String id,
      @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String token,
      @RequestBody(required = false) @Nullable AcquireRequest request) {
    WorkerId worker = WorkerCalls.worker(id);
    Ask ask = (request == null ? AcquireRequest.USUAL : request).ask("", longestWait);
    Command.Acquire command =
        new Command.Acquire(worker, Tokens.digestOf(token), ask.maxBlocks(), ask.patience());
    Outcome outcome = calls.answer(command, ask);
    AcquireReply reply = outcome instanceof Outcome.Answer some ? AcquireReply.of(some) : null;
    if (reply == null) {
      throw WorkerCalls.refusal(command, outcome);
    }
    return reply;
  }

  @SecurityRequirement(name = "worker")
  @Operation(
      summary = "Report blocks, and ask for the next in the same trip",
      description =
          "Each result is accepted, stale (no current lease: nothing changed) or task_finished."
              + " A repeated report of an accepted result is accepted again.")
  @PostMapping(path = "/{id}/release", consumes = JSON)
  ReleaseReply release(
      @PathVariable String id,
      @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String token,
      @RequestBody ReleaseRequest request) {
    WorkerId worker = WorkerCalls.worker(id);
    Command.Release command = request.command(worker, Tokens.digestOf(token), longestWait);
    return switch (calls.answer(command, command.ask())) {
      case Outcome.Released released ->
          ReleaseReply.of(released.results(), next(command, released.next()));
      case Outcome other -> throw WorkerCalls.refusal(command, other);
    };
  }

  /**
   * A worker that is gone by now, or whose service stops, hears so at its next call; its results
   * count.
   */
  private static @Nullable AcquireReply next(Command command, @Nullable Outcome next) {
    return switch (next) {
      case null -> null;
      case Outcome.Gone _ -> AcquireReply.NOTHING;
      case Outcome.Stopping _ -> AcquireReply.NOTHING;
      case Outcome.Answer some -> AcquireReply.of(some);
      case Outcome other -> throw Unexpected.outcome(command, other);
    };
  }

  @SecurityRequirement(name = "worker")
  @Operation(
      summary = "Say that the process of the binding has ended",
      description = "The worker itself stays and may ask again. Repeating it changes nothing.")
  @PostMapping(path = "/{id}/unbind", consumes = JSON)
  Map<String, Object> unbind(
      @PathVariable String id,
      @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String token,
      @RequestBody UnbindRequest request) {
    Command command = request.command(WorkerCalls.worker(id), Tokens.digestOf(token));
    Outcome outcome = calls.answer(command);
    if (!(outcome instanceof Outcome.Unbound)) {
      throw WorkerCalls.refusal(command, outcome);
    }
    return Map.of();
  }

  @SecurityRequirement(name = "worker")
  @Operation(
      summary = "Say that the worker is alive",
      description =
          "Any other call counts as one. It does not extend block_timeout. Answers with leases that"
              + " are no longer the worker's own: stop working on those.")
  @PostMapping("/{id}/heartbeat")
  HeartbeatReply heartbeat(
      @PathVariable String id,
      @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String token) {
    Command command = new Command.Heartbeat(WorkerCalls.worker(id), Tokens.digestOf(token));
    return switch (calls.answer(command)) {
      case Outcome.Alive alive -> HeartbeatReply.of(alive);
      case Outcome other -> throw WorkerCalls.refusal(command, other);
    };
  }

  @SecurityRequirement(name = "worker")
  @Operation(summary = "Leave for good")
  @ApiResponse(responseCode = "204", description = "It has left")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void leave(
      @PathVariable String id,
      @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false)
          @Nullable String token) {
    Command command = new Command.Leave(WorkerCalls.worker(id), Tokens.digestOf(token));
    Outcome outcome = calls.answer(command);
    if (!(outcome instanceof Outcome.Left)) {
      throw WorkerCalls.refusal(command, outcome);
    }
  }
}
