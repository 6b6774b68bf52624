import type { Point } from "./store";
import type { History } from "./wire";

/** Columns as curves want them: times in seconds since the epoch, then one column a line. */
export type Columns = [times: number[], ...lines: (number | null)[][]];

/** Blocks a second and alive workers, over time: what is kept, and then what was seen since. */
export function pace(history: History | null, points: readonly Point[]): Columns {
  const columns: Columns = [[], [], []];
  for (const point of history?.points ?? []) {
    columns[0].push(Date.parse(point.at) / 1_000);
    columns[1]?.push(point.rate ?? null);
    columns[2]?.push(point.alive);
  }
  const last = columns[0].at(-1) ?? 0;
  for (const point of points) {
    if (point.at / 1_000 > last) {
      columns[0].push(point.at / 1_000);
      columns[1]?.push(point.rate);
      columns[2]?.push(point.alive);
    }
  }
  return columns;
}

export interface BudgetSeries {
  name: string;
  budget: number | null;
  /** Times; used, idle, kept, free, each by itself. */
  columns: Columns;
}

/** The parts of each resource over time. */
export function budgets(history: History | null, points: readonly Point[]): BudgetSeries[] {
  const all = new Map<string, BudgetSeries>();
  const series = (name: string, budget: number | null): BudgetSeries => {
    const known = all.get(name);
    if (known !== undefined) {
      return known;
    }
    const fresh: BudgetSeries = { name, budget, columns: [[], [], [], [], []] };
    all.set(name, fresh);
    return fresh;
  };
  for (const resource of history?.resources ?? []) {
    const { columns } = series(resource.name, resource.budget ?? null);
    for (const point of resource.points) {
      add(columns, Date.parse(point.at) / 1_000, point);
    }
  }
  for (const point of points) {
    for (const resource of point.resources) {
      const { columns } = series(resource.name, resource.budget ?? null);
      if (point.at / 1_000 > (columns[0].at(-1) ?? 0)) {
        add(columns, point.at / 1_000, resource);
      }
    }
  }
  return [...all.values()].filter((one) => one.columns[0].length > 0);
}

function add(
  columns: Columns,
  at: number,
  parts: { used: number; idle: number; kept: number; free?: number | null },
) {
  columns[0].push(at);
  columns[1]?.push(parts.used);
  columns[2]?.push(parts.idle);
  columns[3]?.push(parts.kept);
  columns[4]?.push(parts.free ?? null);
}

/** Each line on top of those before it, the last one first, so that it is painted behind them. */
export function stacked(columns: Columns): Columns {
  const [times, ...lines] = columns;
  const below = times.map(() => 0);
  const sums = lines.map((line) =>
    line.map((value, i) => {
      const height = (below[i] ?? 0) + (value ?? 0);
      below[i] = height;
      return value === null ? null : height;
    }),
  );
  return [times, ...sums.reverse()];
}
