import { segments } from "../model/blocks";
import type { Node, NodeLook } from "../model/grouping";
import { percent, short } from "../model/words";
import { NODE_HEIGHT, NODE_WIDTH, type Layout } from "./layout";
import type { Theme } from "./theme";

/** Where the drawing is seen from: a point of it at the left upper corner, and how large. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Scene {
  layout: Layout;
  nodes: ReadonlyMap<string, Node>;
  looks: ReadonlyMap<string, NodeLook>;
  selected: string | null;
  focused: boolean;
}

/** Below this scale text is no longer readable, and is left out. */
const READABLE = 0.5;

const SIGNS: Record<string, string> = {
  running: "▶",
  waiting: "…",
  done: "✓",
  abandoned: "✕",
};

/** Draws what can be seen of a graph. */
export function paint(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  scene: Scene,
  view: View,
  theme: Theme,
): void {
  context.save();
  context.scale(view.scale, view.scale);
  context.translate(-view.x, -view.y);
  const seen = {
    left: view.x - NODE_WIDTH,
    right: view.x + size.width / view.scale + NODE_WIDTH,
    top: view.y - NODE_HEIGHT,
    bottom: view.y + size.height / view.scale + NODE_HEIGHT,
  };
  paintEdges(context, scene, view, theme);
  for (const place of scene.layout.nodes) {
    if (place.x > seen.left && place.x < seen.right && place.y > seen.top && place.y < seen.bottom) {
      paintNode(context, scene, place, view, theme);
    }
  }
  context.restore();
}

function paintEdges(context: CanvasRenderingContext2D, scene: Scene, view: View, theme: Theme) {
  for (const chosen of [false, true]) {
    context.beginPath();
    for (const edge of scene.layout.edges) {
      if ((edge.from === scene.selected || edge.to === scene.selected) !== chosen) {
        continue;
      }
      curve(context, edge.points);
      arrow(context, edge.points);
    }
    context.strokeStyle = chosen ? theme.link : theme.quiet;
    context.globalAlpha = chosen ? 1 : 0.5;
    context.lineWidth = (chosen ? 2 : 1.2) / Math.max(view.scale, 0.35);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function curve(context: CanvasRenderingContext2D, points: { x: number; y: number }[]) {
  const [first, ...rest] = points;
  if (first === undefined) {
    return;
  }
  context.moveTo(first.x, first.y);
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    if (next === undefined) {
      context.lineTo(point.x, point.y);
    } else {
      context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    }
  });
}

function arrow(context: CanvasRenderingContext2D, points: { x: number; y: number }[]) {
  const [from, to] = [points.at(-2), points.at(-1)];
  if (from === undefined || to === undefined) {
    return;
  }
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  for (const side of [-0.45, 0.45]) {
    context.moveTo(to.x, to.y);
    context.lineTo(to.x - 8 * Math.cos(angle + side), to.y - 8 * Math.sin(angle + side));
  }
}

function paintNode(
  context: CanvasRenderingContext2D,
  scene: Scene,
  place: { id: string; x: number; y: number },
  view: View,
  theme: Theme,
) {
  const node = scene.nodes.get(place.id);
  const look = scene.looks.get(place.id);
  if (node === undefined || look === undefined) {
    return;
  }
  const [left, top] = [place.x - NODE_WIDTH / 2, place.y - NODE_HEIGHT / 2];
  const chosen = scene.selected === place.id;
  if (node.tasks.length > 1) {
    box(context, left + 5, top - 5, theme.card, theme.line, 1);
  }
  const border = chosen ? theme.link : look.state === "abandoned" ? theme.kinds.failed : theme.line;
  const thick = chosen || look.state === "abandoned" ? 2.5 : 1;
  box(context, left, top, theme.page, border, thick / Math.min(1, view.scale * 1.5));
  if (view.scale < READABLE) {
    paintBar(context, look, left + 6, top + 10, NODE_WIDTH - 12, NODE_HEIGHT - 20, theme);
    return;
  }
  paintBar(context, look, left + 10, top + 30, NODE_WIDTH - 20, 8, theme);
  paintText(context, node, look, left, top, theme);
}

function paintText(
  context: CanvasRenderingContext2D,
  node: Node,
  look: NodeLook,
  left: number,
  top: number,
  theme: Theme,
) {
  const { counts } = look;
  context.textBaseline = "alphabetic";
  context.textAlign = "right";
  context.font = `11px ${theme.font}`;
  context.fillStyle = theme.quiet;
  context.fillText(`${percent(counts.completed, counts.total)} %`, left + NODE_WIDTH - 10, top + 20);
  const workers = look.alive === 0 ? "" : `${short(look.alive)} at work`;
  context.fillText(workers, left + NODE_WIDTH - 10, top + 51);
  context.textAlign = "left";
  context.fillText(`${short(counts.completed)} / ${short(counts.total)}`, left + 10, top + 51);
  context.fillStyle = look.state === "abandoned" ? theme.kinds.failed : theme.quiet;
  context.fillText(SIGNS[look.state] ?? "", left + 10, top + 20);
  context.font = `600 13px ${theme.font}`;
  context.fillStyle = theme.text;
  context.fillText(fitting(context, node.label, NODE_WIDTH - 76), left + 26, top + 20);
}

function box(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  fill: string,
  border: string,
  thick: number,
) {
  context.beginPath();
  context.roundRect(left, top, NODE_WIDTH, NODE_HEIGHT, 6);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = border;
  context.lineWidth = thick;
  context.stroke();
}

function paintBar(
  context: CanvasRenderingContext2D,
  look: NodeLook,
  left: number,
  top: number,
  width: number,
  height: number,
  theme: Theme,
) {
  context.fillStyle = theme.line;
  context.fillRect(left, top, width, height);
  for (const segment of segments(look.counts)) {
    context.fillStyle = theme.kinds[segment.kind];
    context.fillRect(left + segment.x * width, top, segment.width * width, height);
  }
}

const fitted = new Map<string, string>();

/** The text, shortened in its middle until it fits; ends of names tell more than middles. */
function fitting(context: CanvasRenderingContext2D, text: string, width: number): string {
  const known = fitted.get(text);
  if (known !== undefined) {
    return known;
  }
  let shown = text;
  for (let keep = text.length - 1; keep > 3 && context.measureText(shown).width > width; keep--) {
    const head = Math.ceil(keep / 2);
    shown = `${text.slice(0, head)}…${text.slice(text.length - (keep - head))}`;
  }
  fitted.set(text, shown);
  return shown;
}

/** The node at a point of the drawing. */
export function nodeAt(layout: Layout, x: number, y: number): string | null {
  const hit = layout.nodes.find(
    (place) =>
      Math.abs(place.x - x) <= NODE_WIDTH / 2 && Math.abs(place.y - y) <= NODE_HEIGHT / 2,
  );
  return hit?.id ?? null;
}

/** The nearest node in a direction from another. */
export function neighbour(layout: Layout, from: string, dx: number, dy: number): string | null {
  const start = layout.nodes.find((place) => place.id === from);
  if (start === undefined) {
    return layout.nodes[0]?.id ?? null;
  }
  let best: { id: string; cost: number } | null = null;
  for (const place of layout.nodes) {
    const along = (place.x - start.x) * dx + (place.y - start.y) * dy;
    const aside = Math.abs((place.x - start.x) * dy) + Math.abs((place.y - start.y) * dx);
    if (along > 1) {
      const cost = along + 2 * aside;
      if (best === null || cost < best.cost) {
        best = { id: place.id, cost };
      }
    }
  }
  return best?.id ?? null;
}

/** All of the drawing, not larger than life. */
export function fit(layout: Layout, width: number, height: number): View {
  const scale = Math.min(1, width / layout.width, height / layout.height);
  return {
    scale,
    x: (layout.width - width / scale) / 2,
    y: (layout.height - height / scale) / 2,
  };
}
