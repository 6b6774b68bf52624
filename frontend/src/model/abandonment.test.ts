import { describe, expect, it } from "vitest";
import { abandonments } from "./abandonment";
import { run, task } from "./samples";

describe("an abandonment", () => {
  const orphans = (orphaned: number) => ({ ...task("x").counters, ready: 0, orphaned });

  it("says which task, why, how many blocks were orphaned where, and what to do", () => {
    const found = abandonments(
      run([
        task("detect", {
          state: "abandoned",
          reason: "restart_cap_exhausted",
          counters: { ...orphans(40), completed: 24, worker_failures: 14 },
        }),
        task("label", { after: [{ task: "detect", blocks: "all" }], state: "abandoned", reason: "upstream_abandoned", counters: orphans(8) }),
        task("report", { after: [{ task: "label", blocks: "all" }], state: "done", counters: orphans(1) }),
        task("other", { state: "abandoned", reason: "upstream_abandoned", counters: orphans(5) }),
      ]),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      task: "detect",
      orphaned: 49,
      where: ["detect (40)", "label (8)", "report (1)"],
    });
    expect(found[0]?.why).toContain("all 14 worker starts");
    expect(found[0]?.why).toContain("14 workers died");
    expect(found[0]?.advice).toContain("max_worker_restarts");
  });

  it("is not one that people wanted", () => {
    expect(abandonments(run([task("detect", { state: "abandoned", reason: "cancelled" })]))).toEqual([]);
    expect(abandonments(run([task("detect"), task("merge", { state: "done" })]))).toEqual([]);
  });
});
