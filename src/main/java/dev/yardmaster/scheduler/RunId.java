package dev.yardmaster.scheduler;

/** The name of a run, {@code <pipeline>-<n>}, such as {@code deepfield-12}. */
public record RunId(String value) implements Comparable<RunId> {

  @Override
  public int compareTo(RunId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
