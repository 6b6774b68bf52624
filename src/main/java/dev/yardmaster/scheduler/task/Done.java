package dev.yardmaster.scheduler.task;

/** Every block came to a terminal counter by normal processing. */
public record Done(Counters counters) implements TaskLife {}
