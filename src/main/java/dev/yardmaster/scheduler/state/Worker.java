package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event.WorkerRegistered;
import dev.yardmaster.scheduler.placement.Offer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registered worker. */
public final class Worker extends Timed {

  /** A waiting acquire: at most so many blocks, until then (service time). */
  public record Ask(int maxBlocks, long until) {}

  /** The end of a binding of which the worker has not been told yet. */
  public record Untold(BindingId binding, String why) {}

  private final WorkerRegistered registration;
  private final Host host;
  private final Offer offer;
  private final long registeredAtWall;
  private final long lostAfter;
  @Nullable Binding binding;
  @Nullable Ask ask;
  @Nullable Untold untold;
  long lastSeen;
  long lastAsked = Long.MIN_VALUE;

  /** Accepted leases, to accept them again. */
  final LeaseRanges accepted = new LeaseRanges();

  /** Leases it lost, until it holds new ones; all of one binding. */
  final LeaseRanges revoked = new LeaseRanges();

  /** The task of that binding. */
  @Nullable TaskId revokedFrom;

  Worker(
      WorkerRegistered registration, Host host, Offer offer, long wall, long now, long lostAfter) {
    this.registration = registration;
    this.host = host;
    this.offer = offer;
    this.registeredAtWall = wall;
    this.lastSeen = now;
    this.lostAfter = lostAfter;
  }

  public WorkerId id() {
    return registration.worker();
  }

  public WorkerRegistered registration() {
    return registration;
  }

  public Host host() {
    return host;
  }

  public Offer offer() {
    return offer;
  }

  public long registeredAtWall() {
    return registeredAtWall;
  }

  public @Nullable Binding binding() {
    return binding;
  }

  /** Its waiting acquire; null where it does not ask. */
  public @Nullable Ask ask() {
    return ask;
  }

  public @Nullable Untold untold() {
    return untold;
  }

  public long lastSeen() {
    return lastSeen;
  }

  /** When it asked last (service time). */
  public long lastAsked() {
    return lastAsked;
  }

  /** Whether this lease was its own and its result was accepted, recently. */
  public boolean accepted(LeaseId lease) {
    return accepted.contains(lease.number());
  }

  /** Leases that are no longer its own, since it last got any. */
  public List<LeaseId> revoked() {
    return revoked.toList();
  }

  /** The task of a lease that it lost since it last got any, or null. */
  public @Nullable TaskId lostFrom(LeaseId lease) {
    return revoked.contains(lease.number()) ? revokedFrom : null;
  }

  /** While it asks it is not silent: the end of the ask comes first, then the silence counts. */
  @Override
  public long due() {
    return ask != null ? ask.until() : lastSeen + lostAfter;
  }

  @Override
  String timerKey() {
    return id().toString();
  }

  @Override
  public String toString() {
    return registration.name() + " (" + id() + " on " + host.name() + ")";
  }
}
