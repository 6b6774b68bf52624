import type { BlockCounts, Task } from "./wire";
import { sum } from "./blocks";

/** Above so many tasks, those that wait for the same and are waited for by the same are one node. */
export const GROUP_FROM = 60;

/** A node of the graph: one task, or several that stand alike. */
export interface Node {
  id: string;
  label: string;
  tasks: readonly string[];
}

export interface Edge {
  from: string;
  to: string;
}

export interface Shape {
  nodes: readonly Node[];
  edges: readonly Edge[];
}

type Placed = Pick<Task, "id" | "after">;

/**
 * The graph's shape, which changes only when a group is opened.
 *
 * @param grouped whether tasks that stand alike share a node
 * @param open ids of groups whose tasks have nodes of their own
 */
export function shape(tasks: readonly Placed[], grouped: boolean, open: ReadonlySet<string>): Shape {
  const groups = grouped ? alike(tasks) : tasks.map((task) => [task]);
  const nodes: Node[] = [];
  const nodeOf = new Map<string, string>();
  for (const members of groups) {
    const first = members[0];
    if (first === undefined) {
      continue;
    }
    const id = `group:${first.id}`;
    if (members.length < 3 || open.has(id)) {
      for (const task of members) {
        nodes.push({ id: task.id, label: task.id, tasks: [task.id] });
        nodeOf.set(task.id, task.id);
      }
    } else {
      const names = members.map((task) => task.id);
      nodes.push({ id, label: `${common(names)} × ${members.length}`, tasks: names });
      names.forEach((name) => nodeOf.set(name, id));
    }
  }
  return { nodes, edges: edges(tasks, nodeOf) };
}

function edges(tasks: readonly Placed[], nodeOf: ReadonlyMap<string, string>): Edge[] {
  const found = new Map<string, Edge>();
  for (const task of tasks) {
    for (const dependency of task.after) {
      const from = nodeOf.get(dependency.task);
      const to = nodeOf.get(task.id);
      if (from !== undefined && to !== undefined && from !== to) {
        found.set(`${from} ${to}`, { from, to });
      }
    }
  }
  return [...found.values()];
}

/** Tasks with the same neighbours on both sides, in the order of the document. */
function alike(tasks: readonly Placed[]): Placed[][] {
  const below = new Map<string, string[]>(tasks.map((task) => [task.id, []]));
  for (const task of tasks) {
    task.after.forEach((dependency) => below.get(dependency.task)?.push(task.id));
  }
  const groups = new Map<string, Placed[]>();
  for (const task of tasks) {
    const above = task.after.map((dependency) => dependency.task).sort();
    const key = `${above.join(" ")} > ${(below.get(task.id) ?? []).sort().join(" ")}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [task]);
    } else {
      group.push(task);
    }
  }
  return [...groups.values()];
}

/** `tile-…` for tile-1, tile-2; `…` where nothing is common. */
function common(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  let length = first.length;
  for (const name of rest) {
    while (!name.startsWith(first.slice(0, length))) {
      length -= 1;
    }
  }
  return `${first.slice(0, length).replace(/\d+$/, "")}…`;
}

/** How the tasks of a node are, together. */
export interface NodeLook {
  counts: BlockCounts;
  state: string;
  alive: number;
}

export function look(node: Node, tasks: ReadonlyMap<string, Task>): NodeLook {
  const members = node.tasks.map((id) => tasks.get(id)).filter((task) => task !== undefined);
  const any = (test: (task: Task) => boolean) => members.some(test);
  const state = any((task) => task.state === "abandoned")
    ? "abandoned"
    : any((task) => task.state === "running" && task.started_at !== undefined)
      ? "running"
      : any((task) => task.state === "running")
        ? "waiting"
        : "done";
  return {
    counts: sum(members.map((task) => task.counters)),
    state,
    alive: members.reduce((alive, task) => alive + task.alive, 0),
  };
}
