package dev.yardmaster.pipeline;

/** Who can do a task: a process with code of its own, or one that runs the task's command. */
public enum WorkerKind {
  /** Brings its own code and speaks the worker protocol. */
  CLIENT,
  /** Runs the command that the task names. */
  COMMAND
}
