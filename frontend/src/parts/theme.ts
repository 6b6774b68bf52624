import { KINDS, type Kind } from "../model/blocks";

/** The colours of the style sheet, for what is painted on a canvas. */
export interface Theme {
  page: string;
  card: string;
  text: string;
  quiet: string;
  line: string;
  link: string;
  kinds: Record<Kind, string>;
  font: string;
}

let known: Theme | null = null;

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  known = null;
});

export function theme(): Theme {
  if (known === null) {
    const style = getComputedStyle(document.documentElement);
    const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
    known = {
      page: of("page"),
      card: of("card"),
      text: of("text"),
      quiet: of("quiet"),
      line: of("line"),
      link: of("link"),
      kinds: Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, string>,
      font: getComputedStyle(document.body).fontFamily,
    };
  }
  return known;
}

/** A canvas of this size in CSS pixels, sharp on every screen; empty. */
export function prepare(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = Math.min(devicePixelRatio, 3);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
