import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { BudgetSeries, Columns } from "../model/series";
import { stacked } from "../model/series";
import { number, rate, short } from "../model/words";
import { useThemeChanges, useWidth } from "./hooks";
import { theme } from "./theme";

const HEIGHT = 190;
const NARROW_HEIGHT = 150;

interface Line {
  name: string;
  color: string;
  fill?: string;
  scale?: string;
  /** What the legend says at a moment. */
  value: (value: number | null, index: number | null) => string;
}

/** Curves over time; what they show now is also said in words. */
function Plot(props: { label: string; columns: Columns; lines: () => Line[]; second?: boolean }) {
  const [holder, width] = useWidth<HTMLDivElement>();
  const plot = useRef<uPlot | null>(null);
  const themes = useThemeChanges();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = holder.current;
    if (element === null || width === 0) {
      return;
    }
    const made = new uPlot(options(latest.current, width), data(latest.current.columns), element);
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [width, themes, props.columns.length]);

  useEffect(() => {
    plot.current?.setData(data(props.columns));
  }, [props.columns]);

  return <div class="plot" ref={holder} role="img" aria-label={props.label} />;
}

function data(columns: Columns): uPlot.AlignedData {
  return columns as uPlot.AlignedData;
}

function options(
  props: { lines: () => Line[]; second?: boolean },
  width: number,
): uPlot.Options {
  const colours = theme();
  const axis = {
    stroke: colours.quiet,
    font: `11px ${colours.font}`,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 4 },
  };
  const shortValues = (_plot: uPlot, values: (number | null)[]) =>
    values.map((value) => (value === null ? "" : short(value)));
  const axes: uPlot.Axis[] = [{ ...axis }, { ...axis, size: 46, values: shortValues }];
  if (props.second === true && width > 420) {
    axes.push({ ...axis, side: 1, scale: "second", size: 40, grid: { show: false }, values: shortValues });
  }
  return {
    width,
    height: width < 420 ? NARROW_HEIGHT : HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
    legend: { live: true },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: true },
      y: { range: (_plot, _low, high) => [0, Math.max(1, (high ?? 1) * 1.05)] },
      second: { range: (_plot, _low, high) => [0, Math.max(1, (high ?? 1) * 1.2)] },
    },
    axes,
    series: [
      { label: "Time", value: (_plot, seconds) => moment(seconds) },
      ...props.lines().map(
        (line): uPlot.Series => ({
          label: line.name,
          stroke: line.color,
          width: 1.5,
          scale: line.scale ?? "y",
          points: { show: false },
          ...(line.fill === undefined ? {} : { fill: line.fill }),
          value: (_plot, value, _series, index) => line.value(value, index),
        }),
      ),
    ],
  };
}

function moment(seconds: number | null): string {
  return seconds === null ? "–" : new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/** Blocks a second, and workers. */
export function PaceCurve({ columns }: { columns: Columns }) {
  const [rateNow, aliveNow] = [columns[1]?.at(-1), columns[2]?.at(-1)];
  return (
    <figure>
      <figcaption>Blocks a second, and alive workers</figcaption>
      <Plot
        label={`Over time: blocks a second, now ${rate(rateNow)}; alive workers, now ${number(aliveNow ?? 0)}`}
        columns={columns}
        second
        lines={() => {
          const { kinds } = theme();
          return [
            { name: "blocks / s", color: kinds.processing, value: (value) => rate(value) },
            {
              name: "workers",
              color: kinds.completed,
              scale: "second",
              value: (value) => (value === null ? "–" : number(value)),
            },
          ];
        }}
      />
    </figure>
  );
}

/** A resource: how much of it is used, idle, kept for somebody, and free. */
export function BudgetCurve({ series }: { series: BudgetSeries }) {
  const { name, budget, columns } = series;
  const parts = ["used", "idle", "kept", "free"].map((part, i) => ({
    part,
    values: columns[i + 1] ?? [],
  }));
  const now = parts.map(({ part, values }) => `${part} ${number(values.at(-1) ?? 0)}`).join(", ");
  const latest = useRef(parts);
  latest.current = parts;
  return (
    <figure>
      <figcaption>
        {name}
        <small> {budget === null ? "not bounded" : `budget ${number(budget)}`}</small>
      </figcaption>
      <Plot
        label={`${name} over time; now ${now}`}
        columns={stacked(columns)}
        lines={() => {
          const { kinds } = theme();
          const colours = [kinds.processing, kinds.ready, kinds.orphaned, kinds.pending];
          return parts
            .map(({ part }, i) => ({
              name: part,
              color: colours[i] ?? kinds.pending,
              fill: `${colours[i] ?? kinds.pending}${i === 3 ? "40" : "c0"}`,
              value: (_sum: number | null, index: number | null) => {
                const value = index === null ? null : latest.current[i]?.values[index];
                return value === null || value === undefined ? "–" : number(value);
              },
            }))
            .reverse();
        }}
      />
    </figure>
  );
}
