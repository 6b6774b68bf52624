import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BlockMap as Map, Task } from "../model/wire";
import { inWords, tileCounts, tileGrid, tileKind, tileSettled } from "../model/blocks";
import { get, runPath } from "../model/calls";
import { count, number } from "../model/words";
import { useFetched, useSeen, useThemeChanges, useWidth } from "./hooks";
import { Legend, Quiet } from "./small";
import { prepare, theme } from "./theme";

/** Tiles asked for: as many as an eye tells apart on the width of a page. */
const TILES = 600;
const HIGHEST = 220;

/** Milliseconds between two questions for the same map. */
const PAUSE = 1_500;

/** Where in a task its blocks are done: one tile a block, or a tile for many. */
export function BlockMap({ run, task }: { run: string; task: Task }) {
  const [seenRef, seen] = useSeen<HTMLDivElement>();
  const state = JSON.stringify(task.counters);
  const { value: map, error } = useFetched<Map>(
    seen ? () => get<Map>(`${runPath(run, "tasks", task.id, "map")}?tiles=${TILES}`) : null,
    `${run} ${task.id}\n${state}`,
    PAUSE,
  );
  return (
    <div ref={seenRef}>
      <Legend counts={task.counters} />
      {map !== null && map.task === task.id ? <Tiles map={map} /> : null}
      {error !== null && <Quiet>The map is not there: {error}</Quiet>}
    </div>
  );
}

function Tiles({ map }: { map: Map }) {
  const [holder, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const themes = useThemeChanges();
  const grid = tileGrid(map.tiles.length, width, HIGHEST);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) {
      return;
    }
    const context = prepare(element, width, grid.rows * grid.size);
    if (context !== null) {
      paint(context, map, grid, at);
    }
  }, [map, width, at, themes]);

  const last = map.tiles.length - 1;
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -grid.columns,
      ArrowDown: grid.columns,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((before) => (before === null ? 0 : Math.max(0, Math.min(last, before + step))));
    }
  };
  const onMove = (event: PointerEvent) => {
    const column = Math.floor(event.offsetX / grid.size);
    const tile = Math.floor(event.offsetY / grid.size) * grid.columns + column;
    setAt(column < grid.columns && tile <= last && tile >= 0 ? tile : null);
  };
  const scale =
    map.blocks_a_tile === 1
      ? `${count(map.blocks, "block")}, a tile each`
      : `${count(map.blocks, "block")}, ${number(map.blocks_a_tile)} a tile`;
  return (
    <div ref={holder}>
      <canvas
        ref={canvas}
        class="blockmap"
        tabindex={0}
        role="application"
        aria-roledescription="block map"
        aria-label={`Map of ${scale}; arrow keys go from tile to tile`}
        aria-describedby="tile-at"
        onKeyDown={onKey}
        onPointerMove={onMove}
        onPointerDown={onMove}
        onPointerLeave={() => setAt(null)}
      />
      <p id="tile-at" class="quiet" aria-live="polite">
        {at === null ? `${scale}.` : said(map, at)}
      </p>
    </div>
  );
}

function said(map: Map, index: number): string {
  const tile = map.tiles[index];
  if (tile === undefined) {
    return "";
  }
  const from = index * map.blocks_a_tile;
  const to = Math.min(map.blocks, from + map.blocks_a_tile) - 1;
  const name = from === to ? `Block ${number(from)}` : `Blocks ${number(from)} to ${number(to)}`;
  return `${name}: ${inWords(tileCounts(tile))}.`;
}

function paint(
  context: CanvasRenderingContext2D,
  map: Map,
  grid: { columns: number; size: number },
  at: number | null,
) {
  const colours = theme();
  const gap = grid.size > 6 ? 2 : grid.size > 3 ? 1 : 0;
  map.tiles.forEach((tile, i) => {
    const kind = tileKind(tile);
    const x = (i % grid.columns) * grid.size;
    const y = Math.floor(i / grid.columns) * grid.size;
    const side = grid.size - gap;
    context.fillStyle = kind === null ? colours.line : colours.kinds[kind];
    if (kind === "processing" || kind === "ready") {
      // What is done of a tile in work fills it from below.
      const done = Math.round(side * tileSettled(tile));
      context.fillRect(x, y, side, side - done);
      context.fillStyle = colours.kinds.completed;
      context.fillRect(x, y + side - done, side, done);
    } else {
      context.fillRect(x, y, side, side);
    }
    if (i === at) {
      context.strokeStyle = colours.text;
      context.lineWidth = 2;
      context.strokeRect(x + 1, y + 1, Math.max(1, side - 2), Math.max(1, side - 2));
    }
  });
}
