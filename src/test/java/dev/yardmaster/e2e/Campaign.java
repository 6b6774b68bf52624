package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.e2e.Ledger.Block;
import dev.yardmaster.journal.StoredJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Semantics §10 with real processes. A service under load is killed with -9 again and again, at any
 * moment of its life and of its start, and every few seconds one of its workers is; a database that
 * can be away is away now and then. After each start, and all the time, what must always hold does.
 * In the end every run has ended as it has to, and everybody's books agree.
 *
 * <p>In the first half of the kills the journal is never compacted, and is then read event by
 * event; in the second half it is compacted every few batches, so that kills meet that too.
 */
final class Campaign {

  /** A worker that was killed is missed after so long; those alive call every few seconds. */
  private static final Duration LOST_AFTER = Duration.ofSeconds(10);

  private static final String NEVER = "1000000000";
  private static final String OFTEN = "40";

  /** However slow the machine: fifty kills are many. */
  private static final Duration LONGEST_SPAN = Duration.ofSeconds(10);

  /** In a row, before it answers: somebody waits for that. */
  private static final int MOST_KILLS_A_START = 2;

  private static final Duration LONGEST_AWAY = Duration.ofSeconds(8);
  private static final Duration LOOK_EVERY = Duration.ofMillis(700);
  private static final Duration LOAD_EVERY = Duration.ofMillis(300);
  private static final Duration SHORTEST_BETWEEN_WORKERS = Duration.ofSeconds(2);
  private static final Duration LONGEST_BETWEEN_WORKERS = Duration.ofSeconds(6);

  private final Workshop workshop;
  private final CampaignDatabase database;
  private final Random moments;
  private final Random workerMoments;
  private final int kills;

  /**
   * A kill comes at most so long after the service has answered, or its process has begun: as long
   * as a start takes.
   */
  private final Duration span;

  private final Ledger ledger = new Ledger();
  private final Graveyard graveyard = new Graveyard();
  private final Service service;
  private final Api api;
  private final Watch watch;
  private final Load load;
  private final WorkerFleet fleet;

  /**
   * Starts the service.
   *
   * @param kills of the service
   */
  Campaign(Workshop workshop, CampaignDatabase database, long seed, int kills) {
    this.workshop = workshop;
    this.database = database;
    this.kills = kills;
    Random seeds = new Random(seed);
    this.moments = new Random(seeds.nextLong());
    this.workerMoments = new Random(seeds.nextLong());
    long began = System.nanoTime();
    this.service = Service.start(workshop, workshop.directory(), settings(database));
    Duration start = Duration.ofNanos(System.nanoTime() - began);
    this.span = start.compareTo(LONGEST_SPAN) < 0 ? start : LONGEST_SPAN;
    this.api = service.api();
    this.watch = new Watch(api);
    this.load = new Load(workshop, api, new Random(seeds.nextLong()));
    this.fleet =
        new WorkerFleet(workshop, service.uri(), ledger, graveyard, new Random(seeds.nextLong()));
  }

  private static String[] settings(CampaignDatabase database) {
    List<String> settings = new ArrayList<>(database.settings());
    settings.add("--yardmaster.resources.gpu=3");
    settings.add("--yardmaster.retention.keep-runs=100000");
    settings.add("--yardmaster.workers.lost-after=" + LOST_AFTER.toSeconds() + "s");
    settings.add("--yardmaster.workers.embedded.count=1");
    settings.add("--yardmaster.workers.embedded.host=" + WorkerFleet.INSIDE);
    for (String what : List.of("batches", "bytes", "events")) {
      settings.add("--yardmaster.engine.snapshot-every-" + what + "=" + NEVER);
    }
    return settings.toArray(String[]::new);
  }

  /** The whole of it. */
  void run() throws SQLException {
    long began = System.nanoTime();
    try (Background background = new Background()) {
      fleet.start();
      background.repeat(() -> LOAD_EVERY, load::goOn);
      background.repeat(() -> LOOK_EVERY, () -> watch.look(load.running()));
      background.repeat(this::untilNextWorkerDies, this::killWorker);
      awaitWork(background);
      for (int kill = 0; kill < kills; ) {
        Duration life = between(Duration.ZERO, span, moments).plus(extra(kill));
        background.pause(life);
        if (database.canBeAway() && moments.nextInt(4) == 0) {
          kill = awayForAWhile(kill, background);
        } else {
          kill(kill + 1, life.toMillis() + " ms after it answered");
          kill = start(kill + 1, background);
        }
      }
      background.stop();
    }
    endAllRuns();
    Map<String, RunPicture> pictures = startOnceMore();
    say("everybody's books are compared");
    Reckoning reckoning = new Reckoning(api, pictures, load.runs());
    reckoning.checkRuns();
    reckoning.checkBlocks(ledger, executed());
    reckoning.readTrails();
    service.program().terminate();
    service.program().ends(0);
    try (Connection connection = database.open()) {
      reckoning.checkBooks(new Books(connection), ledger, this::hadReasonToFail);
    }
    say(
        "%d kills of the service and %d of workers, %d runs, %d blocks accepted, %d s",
        kills,
        fleet.kills(),
        pictures.size(),
        ledger.done().size(),
        Duration.ofNanos(System.nanoTime() - began).toSeconds());
  }

  /**
   * Every fourth life is long: each start gives all workers their whole time to come back, and in
   * lives that are all shorter those killed would keep their places for ever.
   */
  private static Duration extra(int kill) {
    return kill % 4 == 3 ? LOST_AFTER : Duration.ZERO;
  }

  /** The first kill meets a load; at later ones nobody waits for anything. */
  private void awaitWork(Background background) {
    await("blocks are accepted")
        .atMost(Program.PATIENCE)
        .until(
            () -> {
              background.check();
              ledger.update();
              return !ledger.done().isEmpty();
            });
  }

  static void say(String format, Object... arguments) {
    String time = LocalTime.now().truncatedTo(ChronoUnit.SECONDS).toString();
    System.out.println("campaign, " + time + ": " + format.formatted(arguments));
  }

  private Duration untilNextWorkerDies() {
    return between(SHORTEST_BETWEEN_WORKERS, LONGEST_BETWEEN_WORKERS, workerMoments);
  }

  private static Duration between(Duration least, Duration most, Random random) {
    return least.plusNanos((long) (most.minus(least).toNanos() * random.nextDouble()));
  }

  private void killWorker() {
    fleet.killOne();
    graveyard.check();
  }

  /** Starts it, and perhaps kills it meanwhile; answers how many kills there were by then. */
  private int start(int before, Background background) throws SQLException {
    launch(before);
    return goOnStarting(before, background);
  }

  private int goOnStarting(int before, Background background) throws SQLException {
    int kill = before;
    int most = Math.min(kills, before + MOST_KILLS_A_START);
    while (kill < most && moments.nextInt(3) == 0) {
      Duration start = between(Duration.ZERO, span, moments);
      awaitReadyAtMost(start, background);
      kill++;
      String state = service.isReady() ? "and answered already" : "and did not answer yet";
      kill(kill, "%d ms after its process began, %s".formatted(start.toMillis(), state));
      launch(kill);
    }
    service.awaitReady();
    watch.look(load.runs().keySet());
    checkProgress();
    graveyard.check();
    return kill;
  }

  private void launch(int kill) throws SQLException {
    ledger.update();
    assertThat(ledger.violations()).isEmpty();
    if (kill == kills / 2) {
      checkHistory();
      service.set("yardmaster.engine.snapshot-every-batches", OFTEN);
    }
    service.launchAgain();
  }

  private void kill(int kill, String when) {
    graveyard.kill(service.program());
    say("kill %d of %d: %s", kill, kills, when);
  }

  /**
   * The database goes, and comes back: while the service goes on, after its kill, or while it
   * starts again.
   */
  private int awayForAWhile(int before, Background background) throws SQLException {
    Duration away = between(Duration.ZERO, LONGEST_AWAY, moments);
    boolean killed = moments.nextBoolean();
    int kill = killed ? before + 1 : before;
    // The journal is read between those two.
    boolean starts = killed && kill != kills / 2 && moments.nextBoolean();
    say("the database is %s for %d ms", database.leave(moments), away.toMillis());
    try {
      background.pause(away);
      assertThat(api.get("/actuator/health/liveness").status()).isEqualTo(200);
      if (killed) {
        kill(kill, "while its database was away");
      }
      if (starts) {
        launch(kill);
        background.pause(between(Duration.ZERO, span, moments));
      }
    } finally {
      database.comeBack();
    }
    if (killed) {
      return starts ? goOnStarting(kill, background) : start(kill, background);
    }
    await("the service answers again")
        .atMost(Program.PATIENCE)
        .until(() -> api.get("/api/v1/resources").status() == 200);
    watch.look(load.running());
    return kill;
  }

  private void awaitReadyAtMost(Duration time, Background background) {
    long until = System.nanoTime() + time.toNanos();
    while (!service.isReady() && System.nanoTime() < until) {
      background.pause(Duration.ofMillis(20));
    }
  }

  /** What was accepted before the kill is counted on the first look after it. */
  private void checkProgress() {
    ledger
        .sizes()
        .forEach(
            (task, accepted) ->
                assertThat(watch.task(task).counter("completed"))
                    .as("completed blocks of %s, after so many were accepted", task)
                    .isGreaterThanOrEqualTo(accepted));
  }

  /** The journal from its very beginning, while nobody writes it. */
  private void checkHistory() throws SQLException {
    try (Connection connection = database.open()) {
      assertThat(StoredJournal.isCompacted(connection)).isFalse();
      History history = History.of(StoredJournal.events(connection));
      history.checkAgainst(ledger);
      Map<String, Long> done = history.doneByTask();
      Map<String, Long> failed = history.failedByTask();
      Books books = new Books(connection);
      for (String run : books.runs()) {
        for (var task : books.counters(run).entrySet()) {
          String name = run + "/" + task.getKey();
          Map<String, Long> counters = task.getValue();
          assertThat(done.getOrDefault(name, 0L)).as(name).isEqualTo(counters.get("completed"));
          assertThat(failed.getOrDefault(name, 0L)).as(name).isEqualTo(counters.get("failed"));
        }
      }
      say("the journal so far counts %d blocks, each once", history.done().size());
    }
  }

  /** Every run ends, as it has to, and nobody keeps anything. */
  private void endAllRuns() {
    load.stop();
    say("no more kills: the runs end");
    load.runs().keySet().forEach(api::ended);
    say("all runs have ended");
    await("the budget is free")
        .atMost(Program.PATIENCE)
        .until(() -> api.get("/api/v1/resources").ok().path("holders").isEmpty());
    load.runs().forEach((run, scenario) -> scenario.check(watch.look(run)));
    fleet.killAll();
    ledger.update();
    assertThat(ledger.violations()).isEmpty();
    graveyard.awaitPeace();
  }

  /** From here on, what the API shows comes from the database alone. */
  private Map<String, RunPicture> startOnceMore() {
    graveyard.kill(service.program());
    service.startAgain();
    Map<String, RunPicture> pictures = new TreeMap<>();
    load.runs().keySet().forEach(run -> pictures.put(run, watch.look(run)));
    return pictures;
  }

  /** What the commands have noted themselves. */
  private Set<Block> executed() {
    try {
      Path file = workshop.directory().resolve(Commands.EXECUTED);
      Set<Block> executed = new HashSet<>();
      for (String line : Files.readAllLines(file)) {
        int slash = line.lastIndexOf('/');
        executed.add(
            new Block(line.substring(0, slash), Long.parseLong(line.substring(slash + 1))));
      }
      return executed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean hadReasonToFail(String worker) {
    return fleet.killed(worker) || worker.startsWith(WorkerFleet.INSIDE);
  }
}
