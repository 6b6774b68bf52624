package dev.yardmaster.scheduler.state;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;

/**
 * What the last events may have changed, to be looked at before the next command. An index only:
 * empty between two commands, never stored.
 */
public final class Agenda {

  private final Deque<Task> tasks = new ArrayDeque<>();
  private final LinkedHashSet<Worker> askers = new LinkedHashSet<>();
  private boolean gate;
  private boolean sharing;

  void add(Task task) {
    if (!task.onAgenda) {
      task.onAgenda = true;
      tasks.add(task);
    }
  }

  /** The worker asks, and what it is to be told does not depend on the gate. */
  void addAsker(Worker worker) {
    askers.add(worker);
  }

  /** Something changed that may let a task grow. */
  public void lookAtGate() {
    gate = true;
    sharing = true;
  }

  /** A bound worker is between two blocks, or idle. */
  void lookAtSharing() {
    sharing = true;
  }

  /** The next task that something happened to. */
  public Optional<Task> takeTask() {
    Task task = tasks.poll();
    if (task != null) {
      task.onAgenda = false;
    }
    return Optional.ofNullable(task);
  }

  /** The next worker that is to be answered at once. */
  public Optional<Worker> takeAsker() {
    return askers.isEmpty() ? Optional.empty() : Optional.of(askers.removeFirst());
  }

  /** Whether the gate has to be looked at; says so once. */
  public boolean takeGate() {
    boolean wanted = gate;
    gate = false;
    return wanted;
  }

  /** Whether the gate will have to be looked at. */
  public boolean wantsGate() {
    return gate;
  }

  /** Whether sharing has to be looked at; says so once. */
  public boolean takeSharing() {
    boolean wanted = sharing;
    sharing = false;
    return wanted;
  }
}
