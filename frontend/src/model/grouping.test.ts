import { describe, expect, it } from "vitest";
import { look, shape } from "./grouping";
import { task } from "./samples";

const after = (...tasks: string[]) => tasks.map((name) => ({ task: name, blocks: "all" }));

describe("the graph", () => {
  const fan = [
    task("plan"),
    ...Array.from({ length: 998 }, (_, i) => task(`tile-${i}`, { after: after("plan") })),
    task("merge", { after: after(...Array.from({ length: 998 }, (_, i) => `tile-${i}`)) }),
  ];

  it("puts tasks that stand alike into one node", () => {
    const form = shape(fan, true, new Set());
    expect(form.nodes.map((node) => node.label)).toEqual(["plan", "tile-… × 998", "merge"]);
    expect(form.edges).toEqual([
      { from: "plan", to: "group:tile-0" },
      { from: "group:tile-0", to: "merge" },
    ]);
  });

  it("opens a group", () => {
    const form = shape(fan, true, new Set(["group:tile-0"]));
    expect(form.nodes).toHaveLength(1_000);
    expect(form.edges).toHaveLength(2 * 998);
  });

  it("leaves pairs alone, and everything if so wished", () => {
    const pair = [task("a"), task("b"), task("c", { after: after("a", "b") })];
    expect(shape(pair, true, new Set()).nodes).toHaveLength(3);
    expect(shape(fan, false, new Set()).nodes).toHaveLength(1_000);
  });

  it("shows of a group the sums, and what is worst", () => {
    const members = new Map([
      ["a", task("a", { alive: 2, state: "done" })],
      ["b", task("b", { alive: 1, started_at: "2026-03-01T12:00:00Z" })],
    ]);
    const node = { id: "group:a", label: "…", tasks: ["a", "b"] };
    expect(look(node, members)).toMatchObject({ state: "running", alive: 3, counts: { total: 128 } });
    members.set("b", task("b", { state: "abandoned" }));
    expect(look(node, members).state).toBe("abandoned");
  });
});
