/**
 * Workers that run the commands of tasks, inside the service or on another machine. They know the
 * service by its HTTP worker protocol alone, so that both are one code path; nothing of the engine
 * or the scheduler may enter.
 */
@NullMarked
package dev.yardmaster.worker.command;

import org.jspecify.annotations.NullMarked;
