import { graphlib, layout as arrange } from "@dagrejs/dagre";
import type { Shape } from "../model/grouping";
import { fields, layers, NODE_HEIGHT, NODE_WIDTH, type Layout } from "../model/layers";

/** More nodes in a layer do not fit into a window as a line, nor their edges between them. */
const WIDEST = 24;

/** And more in all take dagre too long. */
const MOST = 300;

addEventListener(
  "message",
  (event: MessageEvent<{ number: number; shape: Shape; across: boolean }>) => {
    const { number, shape, across } = event.data;
    postMessage({ number, layout: layout(shape, across) });
  },
);

function layout(shape: Shape, across: boolean): Layout {
  const tooMany = shape.nodes.length > MOST || layers(shape).some((layer) => layer.length > WIDEST);
  return tooMany ? fields(shape, across) : arranged(shape, across);
}

function arranged(shape: Shape, across: boolean): Layout {
  const graph = new graphlib.Graph();
  graph.setGraph({
    rankdir: across ? "LR" : "TB",
    ranksep: 60,
    nodesep: 22,
    marginx: 12,
    marginy: 12,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of shape.nodes) {
    graph.setNode(node.id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  }
  for (const edge of shape.edges) {
    graph.setEdge(edge.from, edge.to);
  }
  arrange(graph);
  const size = graph.graph();
  return {
    width: size.width ?? NODE_WIDTH,
    height: size.height ?? NODE_HEIGHT,
    nodes: graph.nodes().map((id: string) => ({ id, x: graph.node(id).x, y: graph.node(id).y })),
    edges: graph.edges().map((edge: { v: string; w: string }) => ({
      from: edge.v,
      to: edge.w,
      points: graph.edge(edge).points ?? [],
    })),
  };
}
