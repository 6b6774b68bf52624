package dev.yardmaster.scheduler.task;

/** Given up; what was not completed, failed or orphaned by then is orphaned. */
public record Abandoned(Counters counters, AbandonReason reason) implements TaskLife {}
