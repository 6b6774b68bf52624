import type { BlockCounts, Task, Tile } from "./wire";
import { number } from "./words";

/** States of blocks from the left of a bar to its right; each has its colour everywhere. */
export const KINDS = ["completed", "failed", "orphaned", "processing", "ready", "pending"] as const;
export type Kind = (typeof KINDS)[number];

/** Where a tile's counts are: ready, processing, completed, failed, orphaned, pending, skipped. */
const PLACE: Record<Kind, number> = {
  ready: 0,
  processing: 1,
  completed: 2,
  failed: 3,
  orphaned: 4,
  pending: 5,
};

export interface Segment {
  kind: Kind;
  count: number;
  x: number;
  width: number;
}

/** Share of a bar that even one block of a billion gets, so that a failure is never invisible. */
const LEAST = 0.006;

/** A bar of width 1. */
export function segments(counts: Pick<BlockCounts, Kind | "total">): Segment[] {
  const present = KINDS.filter((kind) => counts[kind] > 0);
  const shared = 1 - LEAST * present.length;
  let x = 0;
  return present.map((kind) => {
    const width = LEAST + (shared * counts[kind]) / counts.total;
    const segment = { kind, count: counts[kind], x, width };
    x += width;
    return segment;
  });
}

/** What a bar says to those who do not see it. */
export function inWords(counts: Pick<BlockCounts, Kind>): string {
  const present = KINDS.filter((kind) => counts[kind] > 0);
  return present.length === 0
    ? "no blocks"
    : present.map((kind) => `${number(counts[kind])} ${kind}`).join(", ");
}

export function settled(counts: Pick<BlockCounts, "completed" | "failed" | "orphaned">): number {
  return counts.completed + counts.failed + counts.orphaned;
}

const NOTHING: BlockCounts = {
  total: 0,
  ready: 0,
  processing: 0,
  completed: 0,
  failed: 0,
  orphaned: 0,
  pending: 0,
  skipped: 0,
};

export function sum(all: readonly BlockCounts[]): BlockCounts {
  const result = { ...NOTHING };
  for (const counts of all) {
    result.total += counts.total;
    result.ready += counts.ready;
    result.processing += counts.processing;
    result.completed += counts.completed;
    result.failed += counts.failed;
    result.orphaned += counts.orphaned;
    result.pending += counts.pending;
    result.skipped += counts.skipped;
  }
  return result;
}

/** To a person, a task of which no block was ever handed out does not run. */
export function shownState(task: Pick<Task, "state" | "started_at">): string {
  return task.state === "running" && task.started_at === undefined ? "waiting" : task.state;
}

export interface TimeLeft {
  seconds: number;
  /** Whether it may well be more, because nothing is known of some tasks. */
  atLeast: boolean;
}

/**
 * When a run will be through; null where nothing is known, or nothing is left. Not before its
 * slowest task, and not before all that is left is done at the rate of now: a thousand tasks of
 * which six have begun take longer than those six.
 */
export function timeLeft(
  tasks: readonly (Pick<Task, "state" | "remaining_seconds" | "rate"> & { counters: BlockCounts })[],
): TimeLeft | null {
  let seconds = -1;
  let left = 0;
  let atLeast = false;
  for (const task of tasks) {
    if (task.state === "running") {
      left += task.counters.total - settled(task.counters);
      if (task.remaining_seconds === null || task.remaining_seconds === undefined) {
        atLeast = true;
      } else {
        seconds = Math.max(seconds, task.remaining_seconds);
      }
    }
  }
  const together = totalRate(tasks);
  if (together !== null && together > 0) {
    seconds = Math.max(seconds, left / together);
  }
  return seconds < 0 ? null : { seconds, atLeast };
}

/** Sum of the known rates; null where none is known. */
export function totalRate(tasks: readonly Pick<Task, "state" | "rate">[]): number | null {
  const known = tasks.filter((task) => task.state === "running").map((task) => task.rate);
  const rates = known.filter((rate) => rate !== null && rate !== undefined);
  return rates.length === 0 ? null : rates.reduce((all, rate) => all + rate, 0);
}

/**
 * The state that a tile of many blocks is painted in, and how much of it is. What people look for
 * wins: a failure among a million shows.
 */
export function tileKind(tile: Tile): Kind | null {
  const of = (kind: Kind) => tile[PLACE[kind]] ?? 0;
  for (const kind of ["failed", "orphaned", "processing"] as const) {
    if (of(kind) > 0) {
      return kind;
    }
  }
  const rest = (["completed", "ready", "pending"] as const).filter((kind) => of(kind) > 0);
  return rest.reduce<Kind | null>(
    (best, kind) => (best === null || of(kind) > of(best) ? kind : best),
    null,
  );
}

export function tileCounts(tile: Tile): Record<Kind, number> {
  return Object.fromEntries(KINDS.map((kind) => [kind, tile[PLACE[kind]] ?? 0])) as Record<
    Kind,
    number
  >;
}

/** The share of a tile's blocks that need nothing further, 0 to 1. */
export function tileSettled(tile: Tile): number {
  const counts = tileCounts(tile);
  const all = KINDS.reduce((total, kind) => total + counts[kind], 0);
  return all === 0 ? 0 : settled(counts) / all;
}

export interface TileGrid {
  columns: number;
  rows: number;
  size: number;
}

/** Squares, as large as they can be, for so many tiles in this width and at most this height. */
export function tileGrid(tiles: number, width: number, height: number): TileGrid {
  const LARGEST = 28;
  for (let size = LARGEST; size > 2; size--) {
    const columns = Math.max(1, Math.floor(width / size));
    const rows = Math.ceil(tiles / columns);
    if (rows * size <= height) {
      return { columns, rows, size };
    }
  }
  const columns = Math.max(1, Math.floor(width / 2));
  return { columns, rows: Math.ceil(tiles / columns), size: 2 };
}
