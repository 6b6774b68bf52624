import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Task } from "../model/wire";
import { GROUP_FROM, look, shape, type Node } from "../model/grouping";
import { inWords } from "../model/blocks";
import { count } from "../model/words";
import { Layouter, NODE_HEIGHT, NODE_WIDTH, type Layout } from "./layout";
import { fit, neighbour, nodeAt, paint, type View } from "./painting";
import { prepare, theme } from "./theme";
import { useMedia, useThemeChanges, useWidth } from "./hooks";

const HIGHEST = 460;
const LOWEST = 120;
const ZOOM = 1.3;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * What waits for what. Painted, because a thousand nodes that change ten times a second are more
 * than a document bears; the list of tasks says the same in text.
 */
export function Graph(props: {
  tasks: readonly Task[];
  byId: ReadonlyMap<string, Task>;
  selected: string | null;
  onSelect: (task: string) => void;
}) {
  const { tasks, byId, selected } = props;
  const many = tasks.length > GROUP_FROM;
  const [grouped, setGrouped] = useState(many);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const names = tasks.length; // the tasks of a run never change, only what is known of them
  const form = useMemo(() => shape(tasks, grouped, open), [names, grouped, open]);
  const nodes = useMemo(() => new Map(form.nodes.map((node) => [node.id, node])), [form]);
  const narrow = useMedia("(max-width: 40rem)");
  const layout = useLayout(form, !narrow);
  const [holder, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<View | null>(null);
  const [focused, setFocused] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const themes = useThemeChanges();
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  const height =
    layout === null
      ? LOWEST
      : Math.max(
          LOWEST,
          Math.min(HIGHEST, layout.height * Math.min(1, width / layout.width) + 8),
        );
  const shown = view ?? (layout === null || width === 0 ? null : fit(layout, width, height));
  const at = chosen !== null && nodes.has(chosen) ? chosen : nodeOf(form.nodes, selected);

  useEffect(() => setView(null), [layout, width]);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || layout === null || shown === null) {
      return;
    }
    const context = prepare(element, width, height);
    if (context !== null) {
      const looks = new Map(form.nodes.map((node) => [node.id, look(node, byId)]));
      const scene = { layout, nodes, looks, selected: at, focused };
      paint(context, { width, height }, scene, shown, theme());
    }
  }, [byId, layout, shown?.x, shown?.y, shown?.scale, width, height, at, focused, themes]);

  const select = (id: string | null) => {
    const node = id === null ? undefined : nodes.get(id);
    const first = node?.tasks[0];
    if (node !== undefined && first !== undefined) {
      setChosen(node.id);
      props.onSelect(first);
    }
  };
  const toggle = (id: string | null) => {
    const node = id === null ? undefined : nodes.get(id);
    if (node !== undefined && node.tasks.length > 1) {
      setOpen(new Set([...open, node.id]));
    }
  };
  const zoom = (factor: number, x = width / 2, y = height / 2) => {
    if (shown !== null) {
      const scale = Math.max(0.02, Math.min(2, shown.scale * factor));
      setView({
        scale,
        x: shown.x + x / shown.scale - x / scale,
        y: shown.y + y / shown.scale - y / scale,
      });
    }
  };
  const reveal = (id: string) => {
    const place = layout?.nodes.find((node) => node.id === id);
    if (place === undefined || shown === null) {
      return;
    }
    const [seenX, seenY] = [width / shown.scale, height / shown.scale];
    const outside =
      place.x - NODE_WIDTH / 2 < shown.x ||
      place.x + NODE_WIDTH / 2 > shown.x + seenX ||
      place.y - NODE_HEIGHT / 2 < shown.y ||
      place.y + NODE_HEIGHT / 2 > shown.y + seenY;
    if (outside) {
      setView({ scale: shown.scale, x: place.x - seenX / 2, y: place.y - seenY / 2 });
    }
  };

  const onKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined && layout !== null) {
      const next =
        at === null ? (layout.nodes[0]?.id ?? null) : neighbour(layout, at, arrow[0], arrow[1]);
      if (next !== null) {
        select(next);
        reveal(next);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      toggle(at);
    } else if (event.key === "+") {
      zoom(ZOOM);
    } else if (event.key === "-") {
      zoom(1 / ZOOM);
    } else if (event.key === "0") {
      setView(null);
    } else {
      return;
    }
    event.preventDefault();
  };

  const onPointerDown = (event: PointerEvent) => {
    drag.current = { x: event.offsetX, y: event.offsetY, moved: false };
    canvas.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === null || shown === null) {
      return;
    }
    const [dx, dy] = [event.offsetX - from.x, event.offsetY - from.y];
    if (from.moved || Math.hypot(dx, dy) > 4) {
      drag.current = { x: event.offsetX, y: event.offsetY, moved: true };
      setView({
        scale: shown.scale,
        x: shown.x - dx / shown.scale,
        y: shown.y - dy / shown.scale,
      });
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    const clicked = drag.current !== null && !drag.current.moved;
    drag.current = null;
    if (clicked && layout !== null && shown !== null) {
      const x = shown.x + event.offsetX / shown.scale;
      const y = shown.y + event.offsetY / shown.scale;
      const hit = nodeAt(layout, x, y);
      select(hit);
    }
  };
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 200), event.offsetX, event.offsetY);
    }
  };

  const current = at === null ? undefined : nodes.get(at);
  return (
    <div class="graph">
      <div class="graph-tools" role="group" aria-label="Graph">
        {many && (
          <label>
            <input
              type="checkbox"
              checked={grouped}
              onChange={(event) => {
                setGrouped(event.currentTarget.checked);
                setOpen(new Set());
              }}
            />{" "}
            group tasks that stand alike
          </label>
        )}
        {current !== undefined && current.tasks.length > 1 && (
          <button type="button" onClick={() => toggle(current.id)}>
            Open group
          </button>
        )}
        <button type="button" aria-label="Zoom in" onClick={() => zoom(ZOOM)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(1 / ZOOM)}>
          −
        </button>
        <button type="button" onClick={() => setView(null)}>
          Fit
        </button>
      </div>
      <div class="graph-holder" ref={holder}>
        <canvas
          ref={canvas}
          tabindex={0}
          role="application"
          aria-roledescription="task graph"
          aria-label={`Task graph of ${count(tasks.length, "task")}; arrow keys go from task to task, plus and minus zoom`}
          aria-describedby="graph-at"
          onKeyDown={onKey}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onDblClick={() => toggle(at)}
          onWheel={onWheel}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        {layout === null && <p class="graph-wait quiet">Arranging {count(tasks.length, "task")}…</p>}
      </div>
      <p id="graph-at" class="visually-hidden" aria-live={focused ? "polite" : "off"}>
        {current === undefined ? "No task is selected." : described(current, byId)}
      </p>
    </div>
  );
}

function described(node: Node, byId: ReadonlyMap<string, Task>): string {
  const { counts, state } = look(node, byId);
  return `${node.label}, ${state}: ${inWords(counts)}.`;
}

function nodeOf(nodes: readonly Node[], task: string | null): string | null {
  return nodes.find((node) => task !== null && node.tasks.includes(task))?.id ?? null;
}

function useLayout(form: ReturnType<typeof shape>, across: boolean): Layout | null {
  const [layout, setLayout] = useState<{ of: typeof form; across: boolean; value: Layout } | null>(
    null,
  );
  const layouter = useRef<Layouter | null>(null);
  useEffect(() => () => layouter.current?.end(), []);
  useEffect(() => {
    let over = false;
    layouter.current ??= new Layouter();
    layouter.current.layout(form, across).then((value) => {
      if (!over) {
        setLayout({ of: form, across, value });
      }
    });
    return () => {
      over = true;
    };
  }, [form, across]);
  return layout !== null && layout.of === form && layout.across === across ? layout.value : null;
}
