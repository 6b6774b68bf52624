import { describe, expect, it } from "vitest";
import { Refresher } from "./refresher";

/** Questions that the test answers, in a time that passes when it says so. */
class Bench {
  time = 0;
  readonly values: string[] = [];
  readonly failures: unknown[] = [];
  readonly open: { resolve: (value: string) => void; reject: (failure: unknown) => void }[] = [];
  private timers: { due: number; action: () => void }[] = [];

  readonly refresher = new Refresher<string>(
    {
      now: () => this.time,
      later: (action, milliseconds) => {
        const timer = { due: this.time + milliseconds, action };
        this.timers.push(timer);
        return () => (this.timers = this.timers.filter((one) => one !== timer));
      },
    },
    1_000,
    () => new Promise((resolve, reject) => this.open.push({ resolve, reject })),
    (value) => this.values.push(value),
    (failure) => this.failures.push(failure),
  );

  passes(milliseconds: number) {
    this.time += milliseconds;
    const due = this.timers.filter((timer) => timer.due <= this.time);
    this.timers = this.timers.filter((timer) => timer.due > this.time);
    due.forEach((timer) => timer.action());
  }

  async answers(question: number, value: string) {
    this.open[question]?.resolve(value);
    await Promise.resolve();
    await Promise.resolve();
  }
}

describe("a refresher", () => {
  it("gets its answers although the question changes all the time", async () => {
    const bench = new Bench();
    for (let change = 0; change < 100; change++) {
      bench.refresher.want("deepfield-12", String(change));
      bench.passes(100);
      if (change % 20 === 19) {
        await bench.answers(bench.open.length - 1, `at ${change}`);
      }
    }
    expect(bench.values.length).toBeGreaterThanOrEqual(4);
    expect(bench.open.length).toBeLessThanOrEqual(10);
  });

  it("asks once more after the last change, and then no more", async () => {
    const bench = new Bench();
    bench.refresher.want("deepfield-12", "1");
    bench.passes(0);
    bench.refresher.want("deepfield-12", "2");
    await bench.answers(0, "one");
    bench.passes(999);
    expect(bench.open).toHaveLength(1);
    bench.passes(1);
    expect(bench.open).toHaveLength(2);
    await bench.answers(1, "two");
    bench.passes(10_000);
    expect(bench.open).toHaveLength(2);
    expect(bench.values).toEqual(["one", "two"]);
  });

  it("asks for something else at once, and forgets what it asked before", async () => {
    const bench = new Bench();
    bench.refresher.want("deepfield-12 detect", "1");
    bench.passes(0);
    bench.refresher.want("deepfield-12 merge", "1");
    bench.passes(0);
    expect(bench.open).toHaveLength(2);
    await bench.answers(0, "of detect");
    await bench.answers(1, "of merge");
    expect(bench.values).toEqual(["of merge"]);
  });

  it("tells a failure, and tries again with the next change", async () => {
    const bench = new Bench();
    bench.refresher.want("deepfield-12", "1");
    bench.passes(0);
    bench.open[0]?.reject("away");
    await Promise.resolve();
    await Promise.resolve();
    expect(bench.failures).toEqual(["away"]);
    bench.refresher.want("deepfield-12", "2");
    bench.passes(1_000);
    expect(bench.open).toHaveLength(2);
  });

  it("rests while nobody looks, and asks again when somebody does", async () => {
    const bench = new Bench();
    bench.refresher.want("deepfield-12", "1");
    bench.passes(0);
    bench.refresher.stop();
    await bench.answers(0, "late");
    expect(bench.values).toEqual([]);
    bench.passes(5_000);
    expect(bench.open).toHaveLength(1);
    bench.refresher.want("deepfield-12", "1");
    bench.passes(0);
    await bench.answers(1, "in time");
    expect(bench.values).toEqual(["in time"]);
  });
});
