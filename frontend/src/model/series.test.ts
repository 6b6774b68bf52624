import { describe, expect, it } from "vitest";
import { budgets, pace, stacked } from "./series";
import type { Point } from "./store";
import { sum } from "./blocks";
import type { History } from "./wire";

const HISTORY: History = {
  run: "deepfield-12",
  interval_seconds: 1,
  points: [
    { at: "1970-01-01T00:00:10Z", completed: 1, failed: 0, orphaned: 0, processing: 1, ready: 3, alive: 2, rate: 0.5 },
  ],
  resources: [
    { name: "cpu", budget: 8, points: [{ at: "1970-01-01T00:00:10Z", used: 2, idle: 1, kept: 0, free: 5 }] },
  ],
};

function point(second: number): Point {
  return {
    at: second * 1_000,
    counts: sum([]),
    alive: 3,
    rate: null,
    resources: [{ name: "cpu", budget: 8, used: 3, idle: 0, kept: 4, free: 1 }],
  };
}

describe("curves", () => {
  it("go on where the past ends", () => {
    expect(pace(HISTORY, [point(9), point(11)])).toEqual([
      [10, 11],
      [0.5, null],
      [2, 3],
    ]);
    expect(pace(null, [point(11)])).toEqual([[11], [null], [3]]);
  });

  it("have the parts of each resource", () => {
    const [cpu] = budgets(HISTORY, [point(9), point(11)]);
    expect(cpu).toMatchObject({ name: "cpu", budget: 8 });
    expect(cpu?.columns).toEqual([[10, 11], [2, 3], [1, 0], [0, 4], [5, 1]]);
  });

  it("stand on top of each other, the lowest painted last", () => {
    expect(stacked([[10], [2], [1], [0], [5]])).toEqual([[10], [8], [3], [3], [2]]);
  });
});
