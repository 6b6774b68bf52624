package dev.yardmaster.scheduler.state;

/**
 * The right of one binding to work on one attempt of one block.
 *
 * @param number of the lease
 */
public record Lease(long number, long block, int attempt) {}
