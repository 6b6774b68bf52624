/** Values as people read them; the same as on the pages without script. */

const NUMBER = new Intl.NumberFormat("en-US");
const SHORT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** `1,000,000,000`. */
export function number(value: number): string {
  return NUMBER.format(value);
}

/** `1B`, where there is little room. */
export function short(value: number): string {
  return value < 10_000 ? NUMBER.format(value) : SHORT.format(value);
}

/** `1 block`, `7 blocks`. */
export function count(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Rounded down, so that 100 means all; nothing to do is all done. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((100 * part) / whole);
}

/** How long something took: `850 ms`, `12 s`, `3 min 05 s`, `1 h 02 min`, `2 d 03 h`. */
export function span(milliseconds: number): string {
  const all = Math.max(0, Math.floor(milliseconds));
  const seconds = Math.floor(all / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  if (seconds < 1) {
    return `${all} ms`;
  } else if (minutes < 1) {
    return `${seconds} s`;
  } else if (hours < 1) {
    return `${minutes} min ${two(seconds % 60)} s`;
  } else if (hours < 24) {
    return `${hours} h ${two(minutes % 60)} min`;
  }
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
}

/** `2026-03-01 12:00:00`, in UTC as the pages say. */
export function time(instant: string): string {
  return new Date(instant).toISOString().slice(0, 19).replace("T", " ");
}

/** `12:03:07`, in UTC. */
export function clock(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 19);
}

/** Blocks a second, with two digits that count: `0.25 / s`, `13 / s`, `1,300 / s`. */
export function rate(value: number | null | undefined): string {
  if (value === null || value === undefined) {
    return "–";
  } else if (value === 0) {
    return "0 / s";
  } else if (value < 0.1) {
    return `${NUMBER.format(Number((value * 60).toPrecision(2)))} / min`;
  }
  return `${NUMBER.format(Number(value.toPrecision(value < 100 ? 2 : 3)))} / s`;
}

/** `cpu 4, gpu 1`; a dash for nothing. */
export function amounts(values: Record<string, number> | undefined): string {
  const entries = Object.entries(values ?? {});
  return entries.length === 0
    ? "–"
    : entries.map(([name, amount]) => `${name} ${number(amount)}`).join(", ");
}

/** `worker_failed` as `worker failed`. */
export function words(constant: string): string {
  return constant.replaceAll("_", " ");
}

/** A duration of the service (`1.5s`, `200ms`, `PT1M3S`, `10m`) in milliseconds; NaN if it is none. */
export function milliseconds(duration: string): number {
  const simple = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration);
  if (simple !== null) {
    const units: Record<string, number> = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
    return Number(simple[1]) * (units[simple[2] ?? ""] ?? Number.NaN);
  }
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration);
  if (iso === null) {
    return Number.NaN;
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = iso.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000;
}
