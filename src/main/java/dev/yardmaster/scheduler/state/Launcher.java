package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.placement.Offer;

/**
 * Something that starts a worker process for a binding. Whoever offers itself again under the same
 * name is the same launcher, with what it has out: a service that starts again offers its own anew.
 */
public final class Launcher {

  private final String name;
  private String host;
  private Offer offer;
  private int capacity;
  int outstanding;

  Launcher(String name, String host, Offer offer, int capacity) {
    this.name = name;
    this.host = host;
    this.offer = offer;
    this.capacity = capacity;
  }

  /** What it offers from now on. */
  void change(String host, Offer offer, int capacity) {
    this.host = host;
    this.offer = offer;
    this.capacity = capacity;
  }

  /** Starts no more. */
  void withdraw() {
    capacity = 0;
  }

  /** Starts no more, and nothing that it started is left. */
  boolean over() {
    return capacity == 0 && outstanding == 0;
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
