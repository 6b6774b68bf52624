import { describe, expect, it } from "vitest";
import { EMPTY, MAX_EVENTS, reduce, withEvents, type State } from "./store";
import { run, task } from "./samples";
import type { LiveMessage } from "./wire";

const NOON = Date.parse("2026-03-01T12:00:00Z");

function after(...messages: LiveMessage[]): State {
  return messages.reduce((state, message) => reduce(state, message, NOON), EMPTY);
}

const SNAPSHOT: LiveMessage = {
  type: "snapshot",
  at: "2026-03-01T12:00:00Z",
  runs: [],
  run_details: [run([task("detect"), task("merge", { after: [{ task: "detect", blocks: "all" }] })])],
  workers_registered: 3,
  workers_bound: 1,
  resources: [],
};

describe("the store", () => {
  it("takes of a task what a message names, and leaves the rest", () => {
    const state = after(SNAPSHOT, {
      type: "counters",
      at: "2026-03-01T12:00:01Z",
      run: "deepfield-12",
      state: "running",
      tasks: [{ id: "detect", counters: { ready: 60, processing: 4 }, alive: 2, starts: 5 }],
    });
    const detect = state.run?.tasks[0];
    expect(detect?.counters).toMatchObject({ total: 64, ready: 60, processing: 4, worker_starts: 5 });
    expect(detect).toMatchObject({ alive: 2, max_workers: 4, starts_allowed: 14 });
  });

  it("keeps what did not change as the same object, so that nobody looks at it again", () => {
    const before = after(SNAPSHOT);
    const state = reduce(
      before,
      {
        type: "counters",
        at: "2026-03-01T12:00:01Z",
        run: "deepfield-12",
        state: "running",
        tasks: [{ id: "detect", alive: 2 }],
      },
      NOON,
    );
    expect(state.run?.tasks[1]).toBe(before.run?.tasks[1]);
    expect(state.events).toBe(before.events);
  });

  it("does not mix runs", () => {
    const before = after(SNAPSHOT);
    const state = reduce(
      before,
      {
        type: "counters",
        at: "2026-03-01T12:00:01Z",
        run: "other-1",
        state: "failed",
        tasks: [{ id: "detect", alive: 2 }],
      },
      NOON,
    );
    expect(state.run).toBe(before.run);
  });

  it("throws away what it had when a snapshot comes", () => {
    const state = after(
      SNAPSHOT,
      {
        type: "counters",
        at: "2026-03-01T12:00:01Z",
        run: "deepfield-12",
        state: "running",
        tasks: [{ id: "detect", alive: 2 }],
      },
      SNAPSHOT,
    );
    expect(state.run?.tasks[0]?.alive).toBe(0);
    expect(state.points).toEqual([]);
    expect(state.epoch).toBe(2);
  });

  it("draws one point a second", () => {
    const counters = (at: string): LiveMessage => ({
      type: "counters",
      at,
      run: "deepfield-12",
      state: "running",
      tasks: [{ id: "detect", alive: 3, rate: 2 }],
    });
    const state = after(
      SNAPSHOT,
      counters("2026-03-01T12:00:01.000Z"),
      counters("2026-03-01T12:00:01.100Z"),
      counters("2026-03-01T12:00:02.100Z"),
    );
    expect(state.points.map((point) => point.at - NOON)).toEqual([1_000, 2_100]);
    expect(state.points[0]).toMatchObject({ alive: 3, rate: 2 });
  });

  it("shows sums of runs in the list, and asks for the list when a run is new or has ended", () => {
    const summary = {
      id: "deepfield-12",
      pipeline: "deepfield",
      state: "running" as const,
      submitted_at: "2026-03-01T12:00:00Z",
      settled: 0,
      failed: 0,
      orphaned: 0,
      blocks: 65,
    };
    const counts = {
      total: 65,
      ready: 50,
      processing: 4,
      completed: 10,
      failed: 1,
      orphaned: 0,
      pending: 0,
      skipped: 0,
    };
    const first = after({ ...SNAPSHOT, run_details: [], runs: [summary] });
    const counted = reduce(
      first,
      { type: "counters", at: "", runs: [{ run: "deepfield-12", state: "running", counters: counts }] },
      NOON,
    );
    expect(counted.runs[0]).toMatchObject({ settled: 11, blocks: 65 });
    expect(counted.listing).toBe(first.listing);
    const ended = reduce(
      counted,
      { type: "counters", at: "", runs: [{ run: "deepfield-12", state: "failed", counters: counts }] },
      NOON,
    );
    expect(ended.listing).toBe(first.listing + 1);
    const fresh = reduce(
      ended,
      { type: "counters", at: "", runs: [{ run: "new-1", state: "running", counters: counts }] },
      NOON,
    );
    expect(fresh.listing).toBe(first.listing + 2);
  });

  it("keeps events newest first, each once, and not without end", () => {
    const event = (seq: number) => ({
      seq,
      at: "2026-03-01T12:00:00Z",
      run: "deepfield-12",
      kind: "worker_bound",
      message: `event ${seq}`,
    });
    expect(withEvents([event(3), event(1)], [event(2), event(3)]).map((one) => one.seq)).toEqual([
      3, 2, 1,
    ]);
    const many = Array.from({ length: MAX_EVENTS + 5 }, (_, i) => event(i));
    expect(withEvents([], many)).toHaveLength(MAX_EVENTS);
    expect(withEvents([], many)[0]?.seq).toBe(MAX_EVENTS + 4);
  });

  it("passes over messages of a newer service", () => {
    const strange = { type: "weather" } as unknown as LiveMessage;
    expect(after(SNAPSHOT, strange).run).toEqual(after(SNAPSHOT).run);
  });
});
