package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Binding;
import dev.yardmaster.worker.command.Wire.BlockLease;
import dev.yardmaster.worker.command.process.CommandProcess;
import dev.yardmaster.worker.command.process.OutputLog;
import dev.yardmaster.worker.command.process.ProcessGuard;
import dev.yardmaster.worker.command.process.ProcessSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Starts the command of one binding, with the environment that its mode promises. */
final class Commands {

  private final ProcessGuard guard;
  private final @Nullable OutputLog log;
  private final Binding binding;

  Commands(ProcessGuard guard, @Nullable OutputLog log, Binding binding) {
    this.guard = guard;
    this.log = log;
    this.binding = binding;
  }

  Binding binding() {
    return binding;
  }

  /**
   * Starts the command.
   *
   * @param extra environment of the mode and the block
   * @throws IOException with a message for a person if that is not possible
   */
  CommandProcess start(Map<String, String> extra, boolean conversation) throws IOException {
    List<String> command = binding.command();
    if (command == null || command.isEmpty()) {
      throw new IOException("the task has no command");
    }
    Path directory = binding.directory() == null ? null : Path.of(binding.directory());
    Map<String, String> environment = environment();
    environment.putAll(extra);
    return CommandProcess.start(
        guard, new ProcessSpec(command, directory, environment, conversation), log);
  }

  /** Marks in the log whose output follows. */
  void announce(String what) {
    if (log != null) {
      log.heading(binding.run() + "/" + binding.task() + " " + what);
    }
  }

  void announce(BlockLease block) {
    announce("block " + block.block() + ", attempt " + block.attempt());
  }

  /** The task's own variables first, so that ours always mean what is promised. */
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    if (binding.env() != null) {
      environment.putAll(binding.env());
    }
    environment.put("YARDMASTER_RUN", binding.run());
    environment.put("YARDMASTER_TASK", binding.task());
    JsonNode params = params();
    environment.put("YARDMASTER_PARAMS", params.toString());
    params
        .properties()
        .forEach(param -> environment.put(variable(param.getKey()), text(param.getValue())));
    return environment;
  }

  JsonNode params() {
    JsonNode params = binding.params();
    return params == null || !params.isObject() ? Wire.JSON.createObjectNode() : params;
  }

  private static String variable(String param) {
    return "YARDMASTER_PARAM_" + param.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
  }

  /** A string as it is; anything else as JSON writes it. */
  private static String text(JsonNode value) {
    return value.isString() ? value.stringValue() : value.toString();
  }
}
