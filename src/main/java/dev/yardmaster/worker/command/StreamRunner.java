package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.BlockOutcome.Broken;
import dev.yardmaster.worker.command.BlockOutcome.Died;
import dev.yardmaster.worker.command.BlockOutcome.Failed;
import dev.yardmaster.worker.command.BlockOutcome.Succeeded;
import dev.yardmaster.worker.command.Conversation.Closed;
import dev.yardmaster.worker.command.Conversation.Line;
import dev.yardmaster.worker.command.Conversation.Reply;
import dev.yardmaster.worker.command.Conversation.TooLong;
import dev.yardmaster.worker.command.Conversation.Unasked;
import dev.yardmaster.worker.command.Wire.BlockLease;
import dev.yardmaster.worker.command.process.CommandProcess;
import dev.yardmaster.worker.command.process.ProcessEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Starts the command once per binding and gives it a line of JSON per block. */
final class StreamRunner implements Runner.OfBlocks {

  /** Between the end of a process's stdout and its own. */
  private static final Duration EXITS_WITHIN = Duration.ofSeconds(1);

  /** As much of a wrong line as helps to find the print that wrote it. */
  private static final int QUOTED_CHARACTERS = 120;

  private static final String EXPECTED =
      " Only answers such as {\"ok\": true} belong there: print to stderr instead"
          + " (in Python: print(..., file=sys.stderr)).";

  private final Commands commands;
  private final Timing timing;
  private @Nullable Running running;

  StreamRunner(Commands commands, Timing timing) {
    this.commands = commands;
    this.timing = timing;
  }

  @Override
  public CompletableFuture<BlockOutcome> run(BlockLease block) {
    try {
      commands.announce(block);
      Running asked = running();
      return asked
          .conversation()
          .ask(question(block))
          .thenCompose(reply -> judge(reply, asked.process(), block));
    } catch (IOException e) {
      return CompletableFuture.completedFuture(
          new Broken("the command could not be started: " + e.getMessage()));
    }
  }

  private Running running() throws IOException {
    Running now = running;
    if (now == null) {
      CommandProcess process = commands.start(Map.of(), true);
      now = new Running(process, new Conversation(process.stdin(), process.stdout()));
      process.exited().thenRun(now.conversation()::otherSideEnded);
      running = now;
    }
    return now;
  }

  private String question(BlockLease block) {
    ObjectNode question = Wire.JSON.createObjectNode();
    question.put("block", block.block());
    question.put("blocks", block.blocks());
    question.put("attempt", block.attempt());
    question.put("run", commands.binding().run());
    question.put("task", commands.binding().task());
    question.set("params", block.params() == null ? commands.params() : block.params());
    return question.toString();
  }

  private static CompletableFuture<BlockOutcome> judge(
      Reply reply, CommandProcess process, BlockLease block) {
    return switch (reply) {
      case Line(String text) -> CompletableFuture.completedFuture(judge(text, block));
      case Unasked(String text) ->
          CompletableFuture.completedFuture(
              new Broken(
                  "the command wrote to stdout without being asked: " + quote(text) + EXPECTED));
      case TooLong(int limit) ->
          CompletableFuture.completedFuture(
              new Broken(
                  "the command wrote a line of more than "
                      + limit
                      + " bytes to stdout."
                      + EXPECTED));
      case Closed _ ->
          process
              .exited()
              .<BlockOutcome>thenApply(Died::new)
              .completeOnTimeout(
                  new Broken("the command closed its stdout instead of answering, and runs on"),
                  EXITS_WITHIN.toMillis(),
                  TimeUnit.MILLISECONDS);
    };
  }

  private static BlockOutcome judge(String line, BlockLease block) {
    JsonNode answer;
    try {
      answer = Wire.JSON.readTree(line);
    } catch (JacksonException e) {
      return new Broken(
          "the command wrote a line to stdout that is not JSON: " + quote(line) + EXPECTED);
    }
    JsonNode ok = answer.path("ok");
    if (!ok.isBoolean()) {
      return new Broken(
          "the command's answer has no \"ok\": true or false: " + quote(line) + EXPECTED);
    }
    JsonNode answered = answer.path("block");
    if (!answered.isMissingNode()
        && !(answered.isIntegralNumber() && answered.longValue() == block.block())) {
      return new Broken(
          "the command was asked for block "
              + block.block()
              + " and answered for block "
              + answered);
    }
    return ok.booleanValue() ? new Succeeded() : new Failed(error(answer.path("error")));
  }

  private static String error(JsonNode error) {
    if (error.isMissingNode() || error.isNull()) {
      return "the command said \"ok\": false without an \"error\"";
    }
    return error.isString() ? error.stringValue() : error.toString();
  }

  private static String quote(String line) {
    return line.length() <= QUOTED_CHARACTERS
        ? "`" + line + "`."
        : "`" + line.substring(0, QUOTED_CHARACTERS) + "…`.";
  }

  @Override
  public CompletableFuture<ProcessEnd> ended() {
    return running == null ? new CompletableFuture<>() : running.process().exited();
  }

  @Override
  public @Nullable ProcessEnd finish(CompletableFuture<?>... hurry) {
    if (running != null) {
      running.conversation().close();
      Waits.happensWithin(timing.finishGrace(), Waits.and(running.process().exited(), hurry));
    }
    return kill();
  }

  @Override
  public @Nullable ProcessEnd kill() {
    if (running == null) {
      return null;
    }
    ProcessEnd end = running.process().stop(timing.killGrace());
    running = null;
    return end;
  }

  private record Running(CommandProcess process, Conversation conversation) {}
}
