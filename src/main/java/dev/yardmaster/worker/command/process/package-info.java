/**
 * Child processes that never outlive their service: own process group, bounded output, a guard that
 * kills what is left. Knows nothing about runs, blocks or the worker protocol.
 */
@NullMarked
package dev.yardmaster.worker.command.process;

import org.jspecify.annotations.NullMarked;
