import type { Run, Task } from "./wire";

/** A run for tests: detect, then merge. */
export function task(id: string, changes: Partial<Task> = {}): Task {
  return {
    id,
    state: "running",
    counters: {
      total: 64,
      ready: 64,
      processing: 0,
      completed: 0,
      failed: 0,
      orphaned: 0,
      pending: 0,
      skipped: 0,
      worker_starts: 0,
      worker_failures: 0,
      worker_retirements: 0,
      worker_restarts: 0,
    },
    alive: 0,
    idle: 0,
    max_workers: 4,
    starts_allowed: 14,
    after: [],
    requires: { cpu: 1 },
    tags: [],
    waiting: [],
    ...changes,
  };
}

export function run(tasks: Task[]): Run {
  return {
    id: "deepfield-12",
    pipeline: "deepfield",
    state: "running",
    submitted_at: "2026-03-01T12:00:00Z",
    late_events_dropped: 0,
    params: {},
    resources: { budget: { cpu: 4 }, used: {} },
    tasks,
  };
}
