package dev.yardmaster.worker;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Work;
import dev.yardmaster.scheduler.view.BindingView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an ask is answered with.
 *
 * @param binding what the worker is bound to; absent where it is not
 * @param blocks to work on, in order; empty where there is nothing yet
 * @param ended set where its binding is over: stop its process, say unbind, ask again
 */
@Schema(name = "Acquired")
record AcquireReply(
    @Nullable BindingReply binding, List<BlockReply> blocks, @Nullable EndedReply ended) {

  /** Nothing yet, for a worker that is not bound. */
  static final AcquireReply NOTHING = new AcquireReply(null, List.of(), null);

  /** The end of a binding; {@code reason} is for a person. */
  @Schema(name = "EndedBinding")
  record EndedReply(String binding, String reason) {}

  /** Null where the worker is gone. */
  static @Nullable AcquireReply of(Outcome.Answer answer) {
    return switch (answer) {
      case Work work -> of(work);
      case Outcome.NothingYet nothing -> nothingYet(nothing.binding());
      case Outcome.Ended ended ->
          new AcquireReply(
              null, List.of(), new EndedReply(ended.binding().toString(), ended.reason()));
      case Outcome.Gone _ -> null;
    };
  }

  private static AcquireReply of(Work work) {
    BindingView binding = work.binding();
    List<BlockReply> blocks =
        work.blocks().stream().map(block -> BlockReply.of(binding, block)).toList();
    return new AcquireReply(BindingReply.of(binding), blocks, null);
  }

  private static AcquireReply nothingYet(@Nullable BindingView binding) {
    return binding == null ? NOTHING : new AcquireReply(BindingReply.of(binding), List.of(), null);
  }
}
