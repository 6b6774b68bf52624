package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.placement.Offer;

/** Something that starts a worker process for a binding. */
public final class Launcher {

  private final String name;
  private final String host;
  private final Offer offer;
  private final int capacity;
  int outstanding;

  Launcher(String name, String host, Offer offer, int capacity) {
    this.name = name;
    this.host = host;
    this.offer = offer;
    this.capacity = capacity;
  }

  public String name() {
    return name;
  }

  int capacity() {
    return capacity;
  }

  public String host() {
    return host;
  }

  /** What the workers that it starts have to offer. */
  public Offer offer() {
    return offer;
  }

  /** Whether one more process may be started. */
  public boolean hasRoom() {
    return outstanding < capacity;
  }
}
