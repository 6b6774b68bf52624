package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Hosts with their workers, and launchers: who comes, who goes, and when. */
final class Crowd {

  private final World world;
  private final Chance chance;
  private final Mood mood;
  private final List<RunId> runs;
  private int people;

  Crowd(World world, Chance chance, Mood mood, List<RunId> runs) {
    this.world = world;
    this.chance = chance;
    this.mood = mood;
    this.runs = runs;
  }

  void plan(int chaos) {
    int hosts = chance.between(mood == Mood.CROWDED ? 2 : 0, 4);
    for (int i = 0; i < hosts; i++) {
      String host = "h" + i;
      int when = chance.happens(0.5) ? 0 : chance.between(0, mood == Mood.CROWDED ? 5_000 : chaos);
      world.after(when, () -> joins(host, chaos));
    }
    if (chance.happens(0.25)) {
      offerLauncher(chaos);
    }
  }

  private void joins(String host, int chaos) {
    List<SimulatedWorker> workers = new ArrayList<>();
    int count = mood == Mood.CROWDED ? chance.between(2, 5) : chance.between(1, 3);
    for (int i = 0; i < count; i++) {
      SimulatedWorker worker = worker(Habits.random(chance, mood), person(host));
      workers.add(worker);
      worker.register(null);
    }
    if (chance.happens(0.3)) {
      boolean politely = chance.happens(0.5);
      world.after(
          chance.between(0, chaos),
          () -> workers.forEach(politely ? SimulatedWorker::leave : SimulatedWorker::die));
    }
  }

  private SimulatedWorker worker(Habits habits, Person person) {
    return new SimulatedWorker(world, chance.split(), habits, person);
  }

  private Person person(String host) {
    boolean reserved = !runs.isEmpty() && chance.happens(0.1);
    return new Person(
        "w" + people++,
        host,
        chance.happens(0.7) ? WorkerKind.CLIENT : WorkerKind.COMMAND,
        someTags(),
        reserved ? chance.oneOf(runs) : null,
        reserved && chance.happens(0.5) ? "t0" : null);
  }

  private SortedSet<String> someTags() {
    SortedSet<String> tags = new TreeSet<>();
    RandomPipeline.TAGS.stream().filter(tag -> chance.happens(0.5)).forEach(tags::add);
    return tags;
  }

  // --- launchers --------------------------------------------------------------------------------

  private void offerLauncher(int chaos) {
    WorkerKind kind = chance.oneOf(WorkerKind.values());
    SortedSet<String> tags = someTags();
    world.listen(event -> launch(event, kind, tags));
    Command offer =
        new Command.OfferLauncher("launcher", "cluster", kind, tags, chance.between(1, 3));
    world.execute(offer);
    if (chance.happens(0.3)) {
      world.after(chance.between(0, chaos), () -> world.execute(offer));
    }
    if (chance.happens(0.3)) {
      world.after(
          chance.between(0, chaos), () -> world.execute(new Command.WithdrawLauncher("launcher")));
    }
  }

  private void launch(Event event, WorkerKind kind, SortedSet<String> tags) {
    if (event instanceof Event.BindingLaunched launched) {
      BindingId binding = launched.binding();
      Person person = new Person("w" + people++, "cluster", kind, tags, null, null);
      switch (chance.between(0, 9)) {
        case 0 -> world.after(chance.between(0, 5_000), () -> ended(binding));
        case 1 -> {}
        case 2 -> start(person, binding, chance.between(5_000, 20_000));
        default -> start(person, binding, chance.between(0, 2_000));
      }
    }
  }

  private void ended(BindingId binding) {
    world.execute(new Command.LaunchEnded(binding, chance.happens(0.3), "no such image"));
  }

  private void start(Person person, BindingId binding, int after) {
    world.after(after, () -> worker(Habits.random(chance, mood), person).register(binding));
  }

  // --- help -------------------------------------------------------------------------------------

  /** A fresh worker that fits for each task that has nobody. */
  void offerWhatIsNeeded() {
    for (RunId id : runs) {
      RunView run = world.scheduler().run(id).orElseThrow();
      for (int i = 0; i < run.tasks().size(); i++) {
        TaskView task = run.tasks().get(i);
        TaskSpec spec = run.pipeline().tasks().get(i);
        if (task.counters().ready() > 0
            && task.alive() < spec.maxWorkers()
            && freeHelpers(spec) == 0) {
          help(spec);
        }
      }
    }
  }

  private long freeHelpers(TaskSpec spec) {
    return world.scheduler().workers(world.now()).stream()
        .filter(worker -> worker.binding() == null && fits(worker, spec))
        .filter(worker -> worker.silentMillis() < OFFERED_LATELY)
        .count();
  }

  private static final long OFFERED_LATELY = 1_000;

  private static boolean fits(WorkerView worker, TaskSpec spec) {
    return worker.name().startsWith("helper") && worker.kind() == spec.workerKind();
  }

  private void help(TaskSpec spec) {
    String name = "helper" + people++;
    Person person =
        new Person(
            name, "h" + chance.between(0, 5), spec.workerKind(), History.everyTag(), null, null);
    worker(Habits.helpful(chance, mood), person).register(null);
  }
}
