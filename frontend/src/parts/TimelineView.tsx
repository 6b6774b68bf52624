import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Run, Timeline, TimelineBar } from "../model/wire";
import { get, runPath } from "../model/calls";
import { clock, count, number, span } from "../model/words";
import { useFetched, useSeen, useThemeChanges, useWidth } from "./hooks";
import { Quiet, Section } from "./small";
import { prepare, theme } from "./theme";

const ROW = 22;
const AXIS = 22;
const NAMES = 150;
const NARROW_NAMES = 84;
const PAUSE = 4_000;

type Row = Timeline["rows"][number];

/** Who did what when: a row a worker, a bar a block; gaps are time in which it had nothing. */
export function TimelineView({ run, changes }: { run: Run; changes: number }) {
  const [seenRef, seen] = useSeen<HTMLElement>();
  const { value: timeline, error } = useFetched<Timeline>(
    seen ? () => get<Timeline>(`${runPath(run.id, "timeline")}?limit=200`) : null,
    `${run.id}\n${run.state} ${changes}`,
    PAUSE,
  );
  return (
    <Section id="timeline" title="Workers over time" innerRef={seenRef}>
      {error !== null && <Quiet>The timeline is not there: {error}</Quiet>}
      {timeline !== null && timeline.rows.length === 0 && <Quiet>No worker had a block yet.</Quiet>}
      {timeline !== null && timeline.rows.length > 0 && <Chart timeline={timeline} />}
    </Section>
  );
}

function Chart({ timeline }: { timeline: Timeline }) {
  const [holder, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [said, setSaid] = useState("");
  const themes = useThemeChanges();
  const names = width < 560 ? NARROW_NAMES : NAMES;
  const height = AXIS + timeline.rows.length * ROW;
  const [from, to] = [Date.parse(timeline.from ?? ""), Date.parse(timeline.to ?? "")];
  const scale = (width - names) / Math.max(1, to - from);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) {
      return;
    }
    const context = prepare(element, width, height);
    if (context !== null) {
      paintAxis(context, from, to, names, width, height);
      timeline.rows.forEach((row, i) => paintRow(context, row, AXIS + i * ROW, names, from, scale));
    }
  }, [timeline, width, themes]);

  const onMove = (event: PointerEvent) => {
    const row = timeline.rows[Math.floor((event.offsetY - AXIS) / ROW)];
    const moment = from + (event.offsetX - names) / scale;
    const bar = row?.bars.find(
      (one) => Date.parse(one.from) - 2 / scale <= moment && moment <= Date.parse(one.to) + 2 / scale,
    );
    setSaid(row === undefined ? "" : bar === undefined ? inWords(row) : `${row.name}: ${ofBar(bar)}`);
  };
  return (
    <>
      <div class="timeline" tabindex={0} role="group" aria-label="Workers over time, scrollable">
        <div ref={holder}>
          <canvas
            ref={canvas}
            role="img"
            aria-label={`Timeline of ${count(timeline.rows.length, "worker")}, in words below`}
            onPointerMove={onMove}
            onPointerLeave={() => setSaid("")}
          />
        </div>
      </div>
      <p class="quiet" aria-hidden="true">
        {said === ""
          ? `${clock(from)} to ${clock(to)} UTC; bars in blue are being worked on, those in orange had failures.`
          : said}
      </p>
      {timeline.more_workers > 0 && <Quiet>{count(timeline.more_workers, "further worker")}.</Quiet>}
      <details>
        <summary>In words</summary>
        <ul class="dense" data-timeline>
          {timeline.rows.map((row) => (
            <li key={row.worker}>{inWords(row)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function length(bar: TimelineBar): number {
  return Date.parse(bar.to) - Date.parse(bar.from);
}

function inWords(row: Row): string {
  const blocks = row.bars.reduce((all, bar) => all + bar.blocks, 0);
  const failed = row.bars.reduce((all, bar) => all + bar.failed, 0);
  const busy = row.bars.reduce((all, bar) => all + length(bar), 0);
  const failures = failed === 0 ? "" : `, ${number(failed)} failed`;
  return `${row.name} (${row.worker}) on ${row.host}: ${count(blocks, "block")}${failures}, at work for ${span(busy)}`;
}

function ofBar(bar: TimelineBar): string {
  const what = bar.blocks === 1 ? "a block" : count(bar.blocks, "block");
  const failures = bar.failed === 0 ? "" : `, ${number(bar.failed)} failed`;
  const state = bar.open ? ", still at it" : "";
  return `${what} of ${bar.task}${failures}, ${span(length(bar))} from ${clock(Date.parse(bar.from))}${state}`;
}

function paintAxis(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  names: number,
  width: number,
  height: number,
) {
  const colours = theme();
  context.font = `11px ${colours.font}`;
  context.fillStyle = colours.quiet;
  context.strokeStyle = colours.line;
  context.textBaseline = "middle";
  const ticks = Math.max(1, Math.floor((width - names) / 120));
  for (let tick = 0; tick <= ticks; tick++) {
    const x = Math.round(names + ((width - names - 1) * tick) / ticks) + 0.5;
    context.beginPath();
    context.moveTo(x, AXIS - 4);
    context.lineTo(x, height);
    context.stroke();
    context.textAlign = tick === ticks ? "right" : tick === 0 ? "left" : "center";
    context.fillText(`+${span(((to - from) * tick) / ticks)}`, x, AXIS / 2 - 2);
  }
}

function paintRow(
  context: CanvasRenderingContext2D,
  row: Row,
  top: number,
  names: number,
  from: number,
  scale: number,
) {
  const colours = theme();
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.font = `12px ${colours.font}`;
  context.fillStyle = colours.text;
  context.save();
  context.beginPath();
  context.rect(0, top, names - 6, ROW);
  context.clip();
  context.fillText(row.name, 0, top + ROW / 2);
  context.restore();
  context.fillStyle = colours.card;
  context.fillRect(names, top + ROW - 2, context.canvas.width, 1);
  for (const bar of row.bars) {
    const x = names + (Date.parse(bar.from) - from) * scale;
    const wide = Math.max(1.5, length(bar) * scale - (length(bar) * scale > 4 ? 1 : 0));
    const kind = bar.failed > 0 ? "failed" : bar.open ? "processing" : "completed";
    context.fillStyle = colours.kinds[kind];
    context.fillRect(x, top + 3, wide, ROW - 8);
  }
}
