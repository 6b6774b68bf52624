package dev.yardmaster.pipeline;

/**
 * One thing that is wrong with a document.
 *
 * @param pointer where, as a JSON pointer (RFC 6901), such as {@code /tasks/2/requires/gpu}
 * @param code stable and machine-readable, such as {@code cycle}
 * @param message for a person: what is wrong and what to do
 */
public record Problem(String pointer, String code, String message) {}
