package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.BlockLease;
import dev.yardmaster.worker.command.process.ProcessEnd;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs one binding's command in its mode. Used by the worker's thread alone. */
sealed interface Runner {

  /** Completes when a process that nobody asked to end has ended. */
  CompletableFuture<ProcessEnd> ended();

  /**
   * Lets the process end by itself, for a bounded time or until one of {@code hurry} is done, then
   * kills it. Null if no process ran.
   */
  @Nullable ProcessEnd finish(CompletableFuture<?>... hurry);

  /** Asks the process to end and kills it, with all it started, if it does not; null as above. */
  @Nullable ProcessEnd kill();

  /** Gets its blocks through the worker. */
  sealed interface OfBlocks extends Runner permits PerBlockRunner, StreamRunner {

    /** Begins one block; the one before has ended. Completes normally. */
    CompletableFuture<BlockOutcome> run(BlockLease block);
  }

  /** Speaks with the service itself. */
  sealed interface OfItself extends Runner permits ClientRunner {

    /** Tells the process to end after what it has in hand; kills it when {@code hurry} is done. */
    ProcessEnd drain(CompletableFuture<?>... hurry);
  }
}
