import { describe, expect, it } from "vitest";
import { inWords, segments, sum, tileGrid, tileKind, tileSettled, timeLeft, totalRate } from "./blocks";
import type { BlockCounts } from "./wire";

const NONE: BlockCounts = {
  total: 0,
  ready: 0,
  processing: 0,
  completed: 0,
  failed: 0,
  orphaned: 0,
  pending: 0,
  skipped: 0,
};

describe("a bar", () => {
  it("shows one failure among a billion", () => {
    const billion = { ...NONE, total: 1_000_000_000, completed: 999_999_999, failed: 1 };
    const bar = segments(billion);
    expect(bar.map((segment) => segment.kind)).toEqual(["completed", "failed"]);
    expect(bar[1]?.width).toBeGreaterThan(0.005);
    expect((bar[1]?.x ?? 0) + (bar[1]?.width ?? 0)).toBeCloseTo(1);
  });

  it("says in words what it shows", () => {
    const sample = { ...NONE, total: 64, completed: 10, processing: 4, ready: 50 };
    expect(inWords(sample)).toBe("10 completed, 4 processing, 50 ready");
    expect(inWords(NONE)).toBe("no blocks");
    expect(segments(NONE)).toEqual([]);
  });

  it("adds up", () => {
    const two = sum([
      { ...NONE, total: 3, ready: 1, completed: 2 },
      { ...NONE, total: 4, orphaned: 4 },
    ]);
    expect(two).toEqual({ ...NONE, total: 7, ready: 1, completed: 2, orphaned: 4 });
  });
});

describe("time left", () => {
  const running = (left: number, rate: number | null, seconds: number | null) => ({
    state: "running" as const,
    counters: { ...NONE, total: left + 10, completed: 10 },
    rate,
    remaining_seconds: seconds,
  });
  const done = { ...running(0, null, null), state: "done" as const };

  it("is that of the slowest task", () => {
    expect(timeLeft([running(60, 2, 30), running(90, 1, 90), done])).toEqual({
      seconds: 90,
      atLeast: false,
    });
  });

  it("is a lower bound while nothing is known of a task: all that is left, at the rate of now", () => {
    expect(timeLeft([running(60, 2, 30), running(940, null, null)])).toEqual({
      seconds: 500,
      atLeast: true,
    });
  });

  it("is not known where no task tells, nor when all have ended", () => {
    expect(timeLeft([running(5, null, null)])).toBeNull();
    expect(timeLeft([{ ...done, remaining_seconds: 5 }])).toBeNull();
  });

  it("goes with the sum of the rates of those that run", () => {
    expect(
      totalRate([
        { state: "running", rate: 2 },
        { state: "running", rate: null },
        { state: "running", rate: 0.5 },
        { state: "done", rate: 7 },
      ]),
    ).toBe(2.5);
    expect(totalRate([{ state: "running" }])).toBeNull();
  });
});

describe("a tile", () => {
  it("has the colour of what people look for", () => {
    expect(tileKind([0, 0, 999_999, 1, 0, 0, 0])).toBe("failed");
    expect(tileKind([0, 0, 999_999, 0, 1, 0, 0])).toBe("orphaned");
    expect(tileKind([90, 1, 9, 0, 0, 0, 0])).toBe("processing");
    expect(tileKind([90, 0, 10, 0, 0, 0, 0])).toBe("ready");
    expect(tileKind([10, 0, 90, 0, 0, 0, 0])).toBe("completed");
    expect(tileKind([0, 0, 0, 0, 0, 5, 0])).toBe("pending");
    expect(tileKind([0, 0, 0, 0, 0, 0, 0])).toBeNull();
  });

  it("is filled as far as its blocks need nothing further", () => {
    expect(tileSettled([50, 25, 20, 3, 2, 0, 0])).toBe(0.25);
    expect(tileSettled([0, 0, 0, 0, 0, 0, 0])).toBe(0);
  });

  it("is as large as fits", () => {
    expect(tileGrid(10, 600, 220)).toEqual({ columns: 21, rows: 1, size: 28 });
    const many = tileGrid(600, 320, 220);
    expect(many.columns * many.rows).toBeGreaterThanOrEqual(600);
    expect(many.columns * many.size).toBeLessThanOrEqual(320);
    expect(many.rows * many.size).toBeLessThanOrEqual(220);
  });
});
