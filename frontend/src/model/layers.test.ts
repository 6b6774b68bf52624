import { describe, expect, it } from "vitest";
import { fields, layers, NODE_HEIGHT, NODE_WIDTH } from "./layers";
import { shape } from "./grouping";
import { task } from "./samples";

const after = (...tasks: string[]) => tasks.map((name) => ({ task: name, blocks: "all" }));
const tiles = Array.from({ length: 998 }, (_, i) => `tile-${i}`);
const fan = shape(
  [task("plan"), ...tiles.map((id) => task(id, { after: after("plan") })), task("merge", { after: after(...tiles) })],
  false,
  new Set(),
);

describe("layers", () => {
  it("come after all that they wait for", () => {
    const diamond = shape(
      [
        task("a"),
        task("b", { after: after("a") }),
        task("c", { after: after("a", "b") }),
        task("d", { after: after("a", "c") }),
      ],
      false,
      new Set(),
    );
    expect(layers(diamond)).toEqual([["a"], ["b"], ["c"], ["d"]]);
    expect(layers(fan).map((layer) => layer.length)).toEqual([1, 998, 1]);
  });

  it.each([true, false])("of a thousand tasks have the form of a window (across: %s)", (across) => {
    const { width, height, nodes, edges } = fields(fan, across);
    const form = width / height;
    expect(form).toBeGreaterThan(across ? 1.3 : 0.5);
    expect(form).toBeLessThan(across ? 2 : 1);
    expect(nodes).toHaveLength(1_000);
    expect(edges).toHaveLength(2 * 998);
    const cells = new Set(nodes.map(({ x, y }) => `${x} ${y}`));
    expect(cells.size).toBe(1_000);
    for (const { x, y } of nodes) {
      expect(x).toBeGreaterThanOrEqual(NODE_WIDTH / 2);
      expect(x).toBeLessThanOrEqual(width - NODE_WIDTH / 2);
      expect(y).toBeGreaterThanOrEqual(NODE_HEIGHT / 2);
      expect(y).toBeLessThanOrEqual(height - NODE_HEIGHT / 2);
    }
  });
});
