import { graphlib, layout as arrange } from "@dagrejs/dagre";
import type { Shape } from "../model/grouping";
import { NODE_HEIGHT, NODE_WIDTH, type Layout } from "./layout";

/** Above so many nodes, the quick way of ranking them is good enough. */
const MANY = 200;

addEventListener(
  "message",
  (event: MessageEvent<{ number: number; shape: Shape; across: boolean }>) => {
    const { number, shape, across } = event.data;
    postMessage({ number, layout: layout(shape, across) });
  },
);

function layout(shape: Shape, across: boolean): Layout {
  const graph = new graphlib.Graph();
  graph.setGraph({
    rankdir: across ? "LR" : "TB",
    ranksep: 60,
    nodesep: 22,
    marginx: 12,
    marginy: 12,
    ranker: shape.nodes.length > MANY ? "longest-path" : "network-simplex",
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
