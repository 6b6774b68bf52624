package dev.yardmaster.engine;

/**
 * How busy the engine is at one moment.
 *
 * @param ready whether commands are taken and answered, as {@link Engine#isReady} says
 * @param mailbox requests that wait for the writer
 * @param mailboxCapacity how many may; beyond, callers are told to come again
 * @param uncommitted batches decided and not yet stored
 * @param committingNanos how long the present commit has taken so far; 0 where there is none
 */
public record EngineLoad(
    boolean ready, int mailbox, int mailboxCapacity, int uncommitted, long committingNanos) {}
