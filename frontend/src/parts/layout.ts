import type { Shape } from "../model/grouping";

/** Size of a node, in units of the drawing. */
export const NODE_WIDTH = 190;
export const NODE_HEIGHT = 58;

export interface Layout {
  width: number;
  height: number;
  nodes: { id: string; x: number; y: number }[];
  edges: { from: string; to: string; points: { x: number; y: number }[] }[];
}

/**
 * Works a layout out beside the page, so that a graph of a thousand nodes does not stop it. A new
 * question makes the one before obsolete.
 */
export class Layouter {
  private readonly worker = new Worker(new URL("./layout.worker.ts", import.meta.url), {
    type: "module",
  });
  private asked = 0;

  layout(shape: Shape, across: boolean): Promise<Layout> {
    const number = ++this.asked;
    return new Promise((resolve) => {
      const listener = (event: MessageEvent<{ number: number; layout: Layout }>) => {
        if (event.data.number === number) {
          this.worker.removeEventListener("message", listener);
          resolve(event.data.layout);
        }
      };
      this.worker.addEventListener("message", listener);
      this.worker.postMessage({ number, shape, across });
    });
  }

  end(): void {
    this.worker.terminate();
  }
}
