import type { Run, Task } from "./wire";
import { count, number } from "./words";

export interface Abandonment {
  /** The task that was given up for a reason of its own. */
  task: string;
  why: string;
  /** Blocks that will never be executed, and in which tasks, the task itself first. */
  orphaned: number;
  where: string[];
  advice: string;
}

const MAX_NAMES = 8;

/** Each task that gave up by itself, with what it took along. */
export function abandonments(run: Run): Abandonment[] {
  const abandoned = run.tasks.filter((task) => task.state === "abandoned");
  const roots = abandoned.filter(
    (task) => task.reason !== "upstream_abandoned" && task.reason !== "cancelled",
  );
  return roots.map((root) => {
    // A task below whose blocks are all lost may count as done: nothing is left to do in it.
    const lost = [root, ...below(run, root)].filter((task) => task.counters.orphaned > 0);
    const names = lost.map((task) => `${task.id} (${number(task.counters.orphaned)})`);
    return {
      task: root.id,
      why: why(root),
      orphaned: lost.reduce((all, task) => all + task.counters.orphaned, 0),
      where:
        names.length <= MAX_NAMES
          ? names
          : [...names.slice(0, MAX_NAMES), `${names.length - MAX_NAMES} more tasks`],
      advice: advice(root),
    };
  });
}

/** All that wait for a task, directly or not, in the order of the document. */
function below(run: Run, root: Task): Task[] {
  const reached = new Set([root.id]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const task of run.tasks) {
      if (!reached.has(task.id) && task.after.some((edge) => reached.has(edge.task))) {
        reached.add(task.id);
        grown = true;
      }
    }
  }
  return run.tasks.filter((task) => task.id !== root.id && reached.has(task.id));
}

function why(task: Task): string {
  const deaths = task.counters.worker_failures;
  return task.reason === "restart_cap_exhausted"
    ? `all ${number(task.starts_allowed)} worker starts it was allowed are used, and no worker is alive;` +
        ` ${count(deaths, "worker")} died`
    : "it could not go on";
}

function advice(task: Task): string {
  return (
    `Look below at the failures of ${task.id} and at how its last workers ended, correct the cause,` +
    " and submit the pipeline again. If its workers are meant to die now and then, raise" +
    " max_worker_restarts."
  );
}
