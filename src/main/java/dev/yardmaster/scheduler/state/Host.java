package dev.yardmaster.scheduler.state;

/** The machine label that workers share; its load is its bound workers (semantics §8). */
public final class Host {

  private final String name;
  int registered;
  int bound;

  Host(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** Bound workers. */
  public int bound() {
    return bound;
  }
}
