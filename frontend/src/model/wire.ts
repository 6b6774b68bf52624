/** What the service sends: see docs/api.md. Absent means "has no value". */

export type RunState = "running" | "succeeded" | "failed" | "cancelled";
export type TaskState = "running" | "done" | "abandoned";

export interface BlockCounts {
  total: number;
  ready: number;
  processing: number;
  completed: number;
  failed: number;
  orphaned: number;
  pending: number;
  skipped: number;
}

export interface Counters extends BlockCounts {
  worker_starts: number;
  worker_failures: number;
  worker_retirements: number;
  worker_restarts: number;
}

export interface Waiting {
  code: string;
  text: string;
}

export interface Dependency {
  task: string;
  blocks: string;
}

export interface Task {
  id: string;
  state: TaskState;
  reason?: string;
  counters: Counters;
  alive: number;
  idle: number;
  max_workers: number;
  starts_allowed: number;
  after: Dependency[];
  requires: Record<string, number>;
  tags: string[];
  waiting: Waiting[];
  started_at?: string;
  ended_at?: string;
  /** Blocks a second over the last half minute. */
  rate?: number | null;
  remaining_seconds?: number | null;
}

export interface Run {
  id: string;
  pipeline: string;
  state: RunState;
  why?: string;
  submitted_at: string;
  ended_at?: string;
  late_events_dropped: number;
  params: Record<string, unknown>;
  resources: { budget?: Record<string, number>; used: Record<string, number> };
  tasks: Task[];
}

export interface RunSummary {
  id: string;
  pipeline: string;
  state: RunState;
  why?: string;
  submitted_at: string;
  ended_at?: string;
  settled: number;
  failed: number;
  orphaned: number;
  blocks: number;
}

export interface RunPage {
  runs: RunSummary[];
  next?: string;
}

export interface AuditEvent {
  seq: number;
  at: string;
  run: string;
  task?: string;
  worker?: string;
  kind: string;
  message: string;
}

export interface ResourceUse {
  name: string;
  budget?: number | null;
  used: number;
  idle: number;
  kept: number;
  free?: number | null;
}

export interface Resources {
  budget?: Record<string, number>;
  used: Record<string, number>;
  free?: Record<string, number>;
  holders: { run: string; task: string; alive: number; used: Record<string, number> }[];
  shares: ResourceUse[];
  workers_registered: number;
  workers_bound: number;
}

export interface Worker {
  id: string;
  name: string;
  host: string;
  kind: string;
  tags: string[];
  only_for?: { run: string; task?: string };
  asking: boolean;
  binding?: { id: string; run: string; task: string; since?: string; ending?: string };
  leases: number;
  registered_at: string;
  silent_for: string;
}

export interface History {
  run: string;
  interval_seconds: number;
  points: HistoryPoint[];
  resources: { name: string; budget?: number | null; points: ResourcePoint[] }[];
}

export interface HistoryPoint {
  at: string;
  completed: number;
  failed: number;
  orphaned: number;
  processing: number;
  ready: number;
  alive: number;
  rate?: number | null;
}

export interface ResourcePoint {
  at: string;
  used: number;
  idle: number;
  kept: number;
  free?: number | null;
}

export interface Timeline {
  run: string;
  /** Absent while no worker had a block. */
  from?: string;
  to?: string;
  resolution_seconds: number;
  rows: { worker: string; name: string; host: string; bars: TimelineBar[] }[];
  more_workers: number;
}

export interface TimelineBar {
  task: string;
  from: string;
  to: string;
  /** How many are merged in it. */
  blocks: number;
  failed: number;
  open: boolean;
}

/** The counts of a tile, in the order of the answer. */
export type Tile = [
  ready: number,
  processing: number,
  completed: number,
  failed: number,
  orphaned: number,
  pending: number,
  skipped: number,
];

export interface BlockMap {
  task: string;
  blocks: number;
  blocks_a_tile: number;
  tiles: Tile[];
}

export interface Failures {
  run: string;
  groups: FailureGroup[];
  more: boolean | number;
}

export interface FailureGroup {
  task: string;
  error?: string | null;
  attempts: number;
  blocks: number[];
  more_blocks: boolean | number;
  workers: string[];
  last_at: string;
}

export interface Plan {
  pipeline: string;
  blocks: number;
  resources?: Record<string, number>;
  steps: {
    task: string;
    blocks: number;
    after: Dependency[];
    worker_kind: string;
    mode?: string;
    requires: Record<string, number>;
    tags: string[];
    max_workers: number;
    concurrent_workers: number;
    limited_by: string;
  }[];
}

export interface DocumentProblem {
  pointer: string;
  code: string;
  message: string;
  line?: number;
  column?: number;
}

export interface Problem {
  status: number;
  code?: string;
  title?: string;
  detail?: string;
  remedy?: string;
  problems?: DocumentProblem[];
}

/** Messages of `/api/v1/live`. */
export type LiveMessage =
  | SnapshotMessage
  | CountersMessage
  | ResourcesMessage
  | EventMessage
  | { type: "error"; code: string; message: string };

export interface SnapshotMessage {
  type: "snapshot";
  at: string;
  runs: RunSummary[];
  run_details: Run[];
  workers_registered: number;
  workers_bound: number;
  resources: ResourceUse[];
  run_resources?: Record<string, ResourceUse[]>;
}

/** Of one task, what may have changed; anything of it may be left out. */
export type TaskChange = { id: string } & Partial<Omit<Task, "id" | "counters">> & {
    counters?: Partial<Counters>;
    starts?: number;
    failures?: number;
  };

export interface RunCounters {
  run: string;
  state: RunState;
  counters?: BlockCounts;
}

export interface CountersMessage {
  type: "counters";
  at: string;
  run?: string;
  state?: RunState;
  took_seconds?: number;
  tasks?: TaskChange[];
  counters?: BlockCounts;
  runs?: RunCounters[];
}

/** Of the service, or of the budgets of runs. */
export interface ResourcesMessage {
  type: "resources";
  at: string;
  resources?: ResourceUse[];
  workers_registered?: number;
  workers_bound?: number;
  run_resources?: Record<string, ResourceUse[]>;
}

export interface EventMessage {
  type: "event";
  at: string;
  run: string;
  task?: string;
  worker?: string;
  kind: string;
  message: string;
  audit_seq: number;
}
