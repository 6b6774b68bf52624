package dev.yardmaster.e2e;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Workers of all kinds in processes of their own. One of them can be killed at any time; another
 * takes its place. For one thread.
 */
final class WorkerFleet {

  /** What client workers offer that note what they do. */
  static final String LOAD_TAG = "load";

  /** The label of the command workers inside the service. */
  static final String INSIDE = "inside";

  /** What the example calls itself, each time. */
  private static final String PYTHON_NAME = "primes";

  private static final int WORKERS_A_PROCESS = 4;

  /** A process, by what works in it. */
  private enum Kind {
    CLIENTS(LoadProcess.RUNS),
    COMMANDS("Working for "),
    PYTHON("");

    /** What it says when it runs. */
    private final String greeting;

    Kind(String greeting) {
      this.greeting = greeting;
    }
  }

  private static final List<Kind> AT_ANY_TIME =
      List.of(Kind.CLIENTS, Kind.CLIENTS, Kind.COMMANDS, Kind.PYTHON);

  private record Member(Kind kind, String name, Program program) {}

  private final Workshop workshop;
  private final URI service;
  private final Ledger ledger;
  private final Graveyard graveyard;
  private final Random random;
  private final List<Member> members = new ArrayList<>();
  private final Set<String> killed = new HashSet<>();
  private int started;

  WorkerFleet(Workshop workshop, URI service, Ledger ledger, Graveyard graveyard, Random random) {
    this.workshop = workshop;
    this.service = service;
    this.ledger = ledger;
    this.graveyard = graveyard;
    this.random = random;
  }

  void start() {
    AT_ANY_TIME.forEach(kind -> members.add(launch(kind)));
  }

  /** Kills one, and starts another in its place; returns when that runs. */
  void killOne() {
    int which = random.nextInt(members.size());
    Member member = members.get(which);
    kill(member);
    Member next = launch(member.kind());
    members.set(which, next);
    // Else, on a machine that is slow to start them, there would soon be none that work.
    next.program().awaitOut(member.kind().greeting);
  }

  /** Kills all. */
  void killAll() {
    members.forEach(this::kill);
    members.clear();
  }

  /** How many were killed so far. */
  int kills() {
    return killed.size();
  }

  private void kill(Member member) {
    // Noted first: from now on its workers may be lost.
    killed.add(member.name());
    graveyard.kill(member.program());
  }

  /** Whether the worker of this name was in a process that was killed. */
  boolean killed(String worker) {
    if (worker.equals(PYTHON_NAME)) {
      return killed.stream().anyMatch(name -> name.startsWith("python-"));
    }
    int dash = worker.lastIndexOf('-');
    return killed.contains(worker) || (dash > 0 && killed.contains(worker.substring(0, dash)));
  }

  private Member launch(Kind kind) {
    started++;
    return switch (kind) {
      case CLIENTS -> clients("load-" + started);
      case COMMANDS -> commands("commands-" + started);
      case PYTHON -> python("python-" + started);
    };
  }

  private Member clients(String name) {
    Path file = workshop.directory().resolve(name + ".ledger");
    ledger.follow(file);
    List<String> command =
        LoadProcess.command(service, name, WORKERS_A_PROCESS, LOAD_TAG, file, random.nextLong());
    return new Member(Kind.CLIENTS, name, start(command));
  }

  private Member commands(String name) {
    List<String> command =
        Project.yardmaster(
            "worker", "--server", service.toString(), "--host", name, "--slots", "2");
    return new Member(Kind.COMMANDS, name, start(command));
  }

  private Member python(String name) {
    String program = Project.examples().resolve("client/worker.py").toString();
    return new Member(Kind.PYTHON, name, start(List.of("python3", program, service.toString())));
  }

  private Program start(List<String> command) {
    return workshop.start(workshop.directory(), Map.of(), command);
  }
}
