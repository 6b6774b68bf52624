package dev.yardmaster.scheduler;

/** One task of one run. */
public record TaskId(RunId run, String task) implements Comparable<TaskId> {

  @Override
  public int compareTo(TaskId other) {
    int byRun = run.compareTo(other.run);
    return byRun != 0 ? byRun : task.compareTo(other.task);
  }

  @Override
  public String toString() {
    return run + "/" + task;
  }
}
