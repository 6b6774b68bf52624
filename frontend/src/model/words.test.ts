import { describe, expect, it } from "vitest";
import { amounts, clock, count, milliseconds, number, percent, rate, short, span, time } from "./words";

describe("words", () => {
  it("writes numbers as the service does", () => {
    expect(number(1_000_000_000)).toBe("1,000,000,000");
    expect(count(1, "block")).toBe("1 block");
    expect(count(7, "block")).toBe("7 blocks");
    expect(short(9_999)).toBe("9,999");
    expect(short(1_000_000_000)).toBe("1B");
    expect(amounts({ cpu: 4, gpu: 1 })).toBe("cpu 4, gpu 1");
    expect(amounts(undefined)).toBe("–");
  });

  it("rounds percentages down, so that 100 means all", () => {
    expect(percent(999_999_999, 1_000_000_000)).toBe(99);
    expect(percent(1_000_000_000, 1_000_000_000)).toBe(100);
    expect(percent(0, 0)).toBe(100);
  });

  it("tells how long something took", () => {
    expect(span(850)).toBe("850 ms");
    expect(span(12_000)).toBe("12 s");
    expect(span(185_000)).toBe("3 min 05 s");
    expect(span(3_720_000)).toBe("1 h 02 min");
    expect(span(183_600_000)).toBe("2 d 03 h");
    expect(span(-5)).toBe("0 ms");
  });

  it("shows times in UTC, whatever the machine's zone", () => {
    expect(time("2026-03-01T12:00:00.512Z")).toBe("2026-03-01 12:00:00");
    expect(clock(1_772_366_400_000)).toBe("12:00:00");
  });

  it("gives slow rates by the minute and the others with the digits that count", () => {
    expect(rate(1_312)).toBe("1,310 / s");
    expect(rate(13.37)).toBe("13 / s");
    expect(rate(0.05)).toBe("3 / min");
    expect(rate(0)).toBe("0 / s");
    expect(rate(null)).toBe("–");
  });

  it("reads durations in every form that the service writes", () => {
    expect(milliseconds("200ms")).toBe(200);
    expect(milliseconds("30s")).toBe(30_000);
    expect(milliseconds("10m")).toBe(600_000);
    expect(milliseconds("PT1H30M")).toBe(5_400_000);
    expect(milliseconds("PT1.5S")).toBe(1_500);
    expect(milliseconds("soon")).toBeNaN();
  });
});
