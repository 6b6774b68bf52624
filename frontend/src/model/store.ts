import type {
  AuditEvent,
  BlockCounts,
  CountersMessage,
  EventMessage,
  LiveMessage,
  ResourceUse,
  Run,
  RunCounters,
  RunSummary,
  SnapshotMessage,
  Task,
  TaskChange,
} from "./wire";
import { settled, sum, totalRate } from "./blocks";

/** Events that a page keeps; the API has them all. */
export const MAX_EVENTS = 2_000;

/** Points that are added to the curves before they are fetched anew, coarser. */
export const MAX_POINTS = 900;

/** How the page hears of changes. */
export type Link =
  | { state: "connecting" }
  | { state: "live" }
  | { state: "polling" }
  | { state: "lost"; since: number }
  | { state: "signed-out" };

/** A moment of a run, seen live. */
export interface Point {
  at: number;
  counts: BlockCounts;
  alive: number;
  rate: number | null;
  resources: readonly ResourceUse[];
}

export interface State {
  link: Link;
  /** When the last message was taken, by this machine's clock; 0 before the first. */
  heard: number;
  /** The run of the page, where it has one. */
  run: Run | null;
  /** Changes whenever the curves have to be fetched again. */
  epoch: number;
  runs: readonly RunSummary[];
  /** Rises when a run appears or ends, so that lists are fetched again. */
  listing: number;
  events: readonly AuditEvent[];
  points: readonly Point[];
  resources: readonly ResourceUse[];
  runResources: readonly ResourceUse[];
  workers: { registered: number; bound: number } | null;
  error: string | null;
}

export const EMPTY: State = {
  link: { state: "connecting" },
  heard: 0,
  run: null,
  epoch: 0,
  runs: [],
  listing: 0,
  events: [],
  points: [],
  resources: [],
  runResources: [],
  workers: null,
  error: null,
};

/**
 * The state after a message. Parts that did not change stay the same objects, so that what shows
 * them need not look again.
 *
 * @param now by this machine's clock
 */
export function reduce(state: State, message: LiveMessage, now: number): State {
  const heard = { ...state, heard: now };
  switch (message.type) {
    case "snapshot":
      return snapshot(heard, message);
    case "counters":
      return counters(heard, message, now);
    case "resources":
      return {
        ...heard,
        resources: message.resources ?? state.resources,
        runResources: ofRun(state.run, message.run_resources) ?? state.runResources,
        workers:
          message.workers_registered === undefined
            ? state.workers
            : { registered: message.workers_registered, bound: message.workers_bound ?? 0 },
      };
    case "event":
      return event(heard, message);
    case "error":
      return { ...heard, error: message.message };
    default:
      return heard; // of a newer service
  }
}

function ofRun(run: Run | null, all: Record<string, ResourceUse[]> | undefined) {
  return run === null ? undefined : all?.[run.id];
}

/** Throws away what was there: the service may have been built anew. */
function snapshot(state: State, message: SnapshotMessage): State {
  const run = message.run_details[0] ?? state.run;
  return {
    ...state,
    run,
    runs: message.runs,
    resources: message.resources,
    runResources: ofRun(run, message.run_resources) ?? [],
    workers: { registered: message.workers_registered, bound: message.workers_bound },
    points: [],
    epoch: state.epoch + 1,
    listing: state.listing + 1,
    error: null,
  };
}

function counters(state: State, message: CountersMessage, now: number): State {
  const all: RunCounters[] = [...(message.runs ?? [])];
  if (message.run !== undefined && message.state !== undefined && message.counters !== undefined) {
    all.push({ run: message.run, state: message.state, counters: message.counters });
  }
  const listed = all.length === 0 ? state : inList(state, all);
  if (state.run === null || message.run !== state.run.id) {
    return listed;
  }
  const run = changed(state.run, message);
  const at = Date.parse(message.at);
  return {
    ...listed,
    run,
    points: withPoint(state, run, Number.isNaN(at) ? now : at),
    epoch: state.points.length >= MAX_POINTS ? state.epoch + 1 : state.epoch,
  };
}

function inList(state: State, all: readonly RunCounters[]): State {
  const news = new Map(all.map((entry) => [entry.run, entry]));
  let listing = state.listing;
  const runs = state.runs.map((row) => {
    const entry = news.get(row.id);
    if (entry === undefined) {
      return row;
    }
    news.delete(row.id);
    listing += entry.state === row.state ? 0 : 1;
    const counts = entry.counters;
    return counts === undefined
      ? { ...row, state: entry.state }
      : { ...row, state: entry.state, settled: settled(counts), blocks: counts.total };
  });
  return { ...state, runs, listing: news.size > 0 ? listing + 1 : listing };
}

function changed(run: Run, message: CountersMessage): Run {
  const changes = new Map((message.tasks ?? []).map((task) => [task.id, task]));
  return {
    ...run,
    state: message.state ?? run.state,
    tasks:
      changes.size === 0
        ? run.tasks
        : run.tasks.map((task) => {
            const change = changes.get(task.id);
            return change === undefined ? task : withChange(task, change, message.at);
          }),
  };
}

/**
 * A task's entry replaces what it names. What it leaves out is as it was, but for the pace, which is
 * then no longer known. When a task begins or ends is told by its counters and state alone.
 */
function withChange(task: Task, change: TaskChange, at: string): Task {
  const { counters: counts, starts, failures, rate, remaining_seconds: left, ...rest } = change;
  const counters = { ...task.counters, ...counts };
  counters.worker_starts = starts ?? counters.worker_starts;
  counters.worker_failures = failures ?? counters.worker_failures;
  const changed: Task = { ...task, ...rest, counters, rate: rate ?? null, remaining_seconds: left ?? null };
  const begun = counters.processing + counters.completed + counters.failed > counters.skipped;
  if (task.started_at === undefined && begun) {
    changed.started_at = at;
  }
  if (task.state === "running" && changed.state !== "running") {
    changed.ended_at = at;
    changed.waiting = [];
  }
  return changed;
}

/** One point a second at most: a curve shows no more. */
function withPoint(state: State, run: Run, at: number): readonly Point[] {
  const last = state.points.at(-1);
  if (last !== undefined && at - last.at < 1_000) {
    return state.points;
  }
  const point: Point = {
    at,
    counts: sum(run.tasks.map((task) => task.counters)),
    alive: run.tasks.reduce((alive, task) => alive + task.alive, 0),
    rate: totalRate(run.tasks),
    resources: state.runResources.length > 0 ? state.runResources : state.resources,
  };
  return state.points.length >= MAX_POINTS ? [point] : [...state.points, point];
}

const LISTED = ["run_submitted", "run_succeeded", "run_failed", "run_cancelled"];

function event(state: State, message: EventMessage): State {
  const listing = LISTED.includes(message.kind) ? state.listing + 1 : state.listing;
  if (state.run !== null && message.run !== state.run.id) {
    return { ...state, listing };
  }
  const { type: _type, audit_seq: seq, ...rest } = message;
  return { ...state, listing, events: withEvents(state.events, [{ ...rest, seq }]) };
}

/** Newest first, each once. */
export function withEvents(
  known: readonly AuditEvent[],
  news: readonly AuditEvent[],
): readonly AuditEvent[] {
  const seen = new Set(known.map((entry) => entry.seq));
  const fresh = news.filter((entry) => !seen.has(entry.seq));
  return fresh.length === 0
    ? known
    : [...fresh, ...known].sort((a, b) => b.seq - a.seq).slice(0, MAX_EVENTS);
}
