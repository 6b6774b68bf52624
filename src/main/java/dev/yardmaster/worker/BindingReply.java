package dev.yardmaster.worker;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import dev.yardmaster.scheduler.view.BindingView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a bound worker needs to know of its binding.
 *
 * @param command what to run; absent where the worker brings its own code, as are mode and env
 * @param mode how the command meets its blocks
 * @param env additional environment of the command
 * @param params of the pipeline
 * @param directory where the command runs; absent for the worker's own choice
 * @param blocks of the task in all
 */
@Schema(name = "Binding")
record BindingReply(
    String id,
    String run,
    String task,
    @Nullable List<String> command,
    @Nullable Mode mode,
    @Nullable Map<String, String> env,
    Map<String, Object> params,
    @Nullable String directory,
    long blocks) {

  static BindingReply of(BindingView binding) {
    TaskSpec task = binding.task();
    boolean runsCommand = task.command() != null;
    return new BindingReply(
        binding.id().toString(),
        binding.run().value(),
        task.id(),
        task.command(),
        runsCommand ? task.mode() : null,
        runsCommand ? task.env() : null,
        binding.params(),
        binding.directory(),
        task.blocks());
  }
}
