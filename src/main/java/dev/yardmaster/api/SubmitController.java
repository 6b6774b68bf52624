package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.engine.Answers;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.Views;
import dev.yardmaster.history.Histories;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.PipelineWriter;
import dev.yardmaster.pipeline.Plan;
import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes pipelines. */
@Tag(name = "Runs")
@RestController
class SubmitController {

  private final Engine engine;
  private final Views views;
  private final Histories histories;
  private final CommandPolicy commands;

  SubmitController(Engine engine, Views views, Histories histories, CommandPolicy commands) {
    this.engine = engine;
    this.views = views;
    this.histories = histories;
    this.commands = commands;
  }

  @Operation(
      summary = "Submit a pipeline",
      description =
          "Starts a run of the pipeline in the body. With an Idempotency-Key, the same document"
              + " again answers 200 with the first run, so that a submission can be repeated"
              + " safely. With dry_run=true nothing is started, and the plan is answered.")
  @ApiResponse(
      responseCode = "201",
      description = "The run has started; Location says where it is",
      content = @Content(schema = @Schema(implementation = RunReply.class)))
  @ApiResponse(
      responseCode = "200",
      description = "The run that this key started before; with dry_run=true, the plan",
      content = @Content(schema = @Schema(oneOf = {RunReply.class, PlanReply.class})))
  @ApiResponse(responseCode = "409", description = "The key belongs to another document")
  @ApiResponse(responseCode = "422", description = "Everything wrong with the pipeline at once")
  @PostMapping(
      path = ApiPaths.RUNS,
      consumes = {
        "application/json",
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "text/x-yaml",
        "text/json",
        "application/*+json",
        "application/*+yaml"
      })
  ResponseEntity<?> submit(
      @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              description = "A pipeline document",
              content = {
                @Content(
                    mediaType = "application/yaml",
                    schema = @Schema(type = "object", description = "A pipeline document")),
                @Content(
                    mediaType = "application/json",
                    schema = @Schema(type = "object", description = "A pipeline document"))
              })
          @RequestBody
          byte[] document,
      @Parameter(hidden = true) @RequestHeader(HttpHeaders.CONTENT_TYPE) String contentType,
      @Parameter(description = "Any text of your own; the same text is the same submission")
          @RequestHeader(name = "Idempotency-Key", required = false)
          @Nullable String idempotencyKey,
      @Parameter(
              description =
                  "Where its commands run: an absolute path, percent-encoded. Only where commands"
                      + " are allowed")
          @RequestHeader(name = "Yardmaster-Directory", required = false)
          @Nullable String directory,
      @Parameter(
              description = "name=value, in place of the document's param; may be repeated",
              array = @ArraySchema(schema = @Schema(type = "string")))
          @RequestParam(name = "param", required = false)
          @Nullable ParamOverrides overrides,
      @Parameter(description = "Answer with the plan and start nothing")
          @RequestParam(name = "dry_run", defaultValue = "false")
          boolean dryRun,
      @Nullable Principal caller) {
    Resources budget = views.resources().budget();
    Pipeline pipeline =
        PipelineIntake.read(
            document,
            contentType,
            overrides == null ? new ParamOverrides(Map.of()) : overrides,
            budget);
    String where = Bounds.directory(directory);
    commands.check(pipeline, where);
    if (dryRun) {
      return ResponseEntity.ok(PlanReply.of(Plan.of(pipeline, budget)));
    }
    return started(
        new Command.SubmitRun(
            pipeline,
            Bounds.idempotencyKey(idempotencyKey),
            PipelineWriter.digest(pipeline),
            where,
            caller == null ? null : caller.getName()));
  }

  private ResponseEntity<RunReply> started(Command.SubmitRun command) {
    return switch (Answers.of(engine.submit(command))) {
      case Outcome.Submitted submitted when submitted.existing() ->
          ResponseEntity.ok().location(location(submitted.run())).body(reply(submitted.run()));
      case Outcome.Submitted submitted ->
          ResponseEntity.created(location(submitted.run())).body(reply(submitted.run()));
      case Outcome.KeyReused reused ->
          throw new ProblemException(
              ErrorCode.KEY_REUSED,
              "the key started run " + reused.run() + ", from a document that differs");
      case Outcome.Refused refused ->
          throw new ProblemException(
              ErrorCode.REFUSED,
              refused.reason(),
              List.of(new Problem("", refused.code(), refused.reason())));
      case Outcome other -> throw Unexpected.outcome(command, other);
    };
  }

  private RunReply reply(RunId run) {
    return RunReply.of(RunLookup.run(views, run.value()), histories);
  }

  private static URI location(RunId run) {
    return URI.create(ApiPaths.RUNS + "/" + run.value());
  }
}
