package dev.yardmaster.worker;

import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.view.BindingView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.Map;

/**
 * One block in a worker's hands.
 *
 * @param lease to be named when it is released
 * @param block its number, from 0
 * @param blocks of the task in all
 * @param attempt counts from 1
 * @param timeout how long it may take, from when it is the first in hand
 * @param params of the pipeline
 */
@Schema(name = "LeasedBlock")
record BlockReply(
    String lease,
    String run,
    String task,
    long block,
    long blocks,
    int attempt,
    Duration timeout,
    Map<String, Object> params) {

  static BlockReply of(BindingView binding, LeasedBlock block) {
    return new BlockReply(
        block.lease().toString(),
        binding.run().value(),
        binding.task().id(),
        block.block(),
        binding.task().blocks(),
        block.attempt(),
        binding.task().blockTimeout(),
        binding.params());
  }
}
