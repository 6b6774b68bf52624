import type { Edge, Shape } from "./grouping";

/** Size of a node, and from one to the next, in units of the drawing. */
export const NODE_WIDTH = 190;
export const NODE_HEIGHT = 58;
const NEXT_TO = 20;
const BETWEEN_LAYERS = 110;
const MARGIN = 12;

/** The form of the place in which a drawing is mostly seen: so many times as wide as high. */
const WIDE = 1.6;
const NARROW = 0.7;

export interface Layout {
  width: number;
  height: number;
  nodes: { id: string; x: number; y: number }[];
  edges: { from: string; to: string; points: { x: number; y: number }[] }[];
}

/** Every node in a layer after those of all that it waits for. */
export function layers(shape: Shape): string[][] {
  const waiting = new Map(shape.nodes.map((node) => [node.id, 0]));
  const below = new Map<string, Edge[]>(shape.nodes.map((node) => [node.id, []]));
  for (const edge of shape.edges) {
    waiting.set(edge.to, (waiting.get(edge.to) ?? 0) + 1);
    below.get(edge.from)?.push(edge);
  }
  const found: string[][] = [];
  let layer = shape.nodes.map((node) => node.id).filter((id) => waiting.get(id) === 0);
  while (layer.length > 0) {
    found.push(layer);
    const next: string[] = [];
    for (const edge of layer.flatMap((id) => below.get(id) ?? [])) {
      const left = (waiting.get(edge.to) ?? 0) - 1;
      waiting.set(edge.to, left);
      if (left === 0) {
        next.push(edge.to);
      }
    }
    layer = next;
  }
  return found;
}

/**
 * Where layers are too wide to be a line each, each is a block of lines, so that the whole has the
 * form of the window: a thousand tasks side by side are a field, not a thread.
 *
 * @param across whether time goes from left to right, and not downwards
 */
export function fields(shape: Shape, across: boolean): Layout {
  const all = layers(shape);
  const lines = bestLength(all, across);
  const places = new Map<string, { x: number; y: number }>();
  const [cellX, cellY] = [NODE_WIDTH + NEXT_TO, NODE_HEIGHT + NEXT_TO];
  const widest = Math.min(lines, Math.max(...all.map((layer) => layer.length)));
  let start = MARGIN;
  for (const layer of all) {
    const long = Math.min(lines, layer.length);
    const deep = Math.ceil(layer.length / lines);
    layer.forEach((id, i) => {
      const aside = (i % lines) + (widest - long) / 2;
      const along = Math.floor(i / lines);
      places.set(
        id,
        across
          ? { x: start + (along + 0.5) * cellX, y: MARGIN + (aside + 0.5) * cellY }
          : { x: MARGIN + (aside + 0.5) * cellX, y: start + (along + 0.5) * cellY },
      );
    });
    start += deep * (across ? cellX : cellY) + BETWEEN_LAYERS;
  }
  const length = start - BETWEEN_LAYERS + MARGIN;
  const breadth = 2 * MARGIN + widest * (across ? cellY : cellX);
  return {
    width: across ? length : breadth,
    height: across ? breadth : length,
    nodes: [...places].map(([id, place]) => ({ id, ...place })),
    edges: shape.edges.map((edge) => line(edge, places, across)),
  };
}

/** How many nodes of a layer stand side by side, so that the whole comes nearest to the window. */
function bestLength(all: readonly string[][], across: boolean): number {
  const widest = Math.max(...all.map((layer) => layer.length));
  const [along, aside] = across
    ? [NODE_WIDTH + NEXT_TO, NODE_HEIGHT + NEXT_TO]
    : [NODE_HEIGHT + NEXT_TO, NODE_WIDTH + NEXT_TO];
  const wanted = across ? WIDE : 1 / NARROW;
  let best = { lines: 1, error: Number.POSITIVE_INFINITY };
  for (let lines = 1; lines <= widest; lines++) {
    const deep = all.reduce((sum, layer) => sum + Math.ceil(layer.length / lines), 0);
    const length = deep * along + (all.length - 1) * BETWEEN_LAYERS;
    const error = Math.abs(Math.log(length / (lines * aside) / wanted));
    if (error < best.error) {
      best = { lines, error };
    }
  }
  return best.lines;
}

function line(edge: Edge, places: ReadonlyMap<string, { x: number; y: number }>, across: boolean) {
  const from = places.get(edge.from) ?? { x: 0, y: 0 };
  const to = places.get(edge.to) ?? { x: 0, y: 0 };
  const [dx, dy] = across ? [NODE_WIDTH / 2, 0] : [0, NODE_HEIGHT / 2];
  return {
    from: edge.from,
    to: edge.to,
    points: [
      { x: from.x + dx, y: from.y + dy },
      { x: to.x - dx, y: to.y - dy },
    ],
  };
}
