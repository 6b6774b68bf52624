import type { ComponentChildren } from "preact";
import type { BlockCounts } from "../model/wire";
import { inWords, KINDS, segments, type Kind } from "../model/blocks";
import { number } from "../model/words";

/** A state with its sign. */
export function Badge({ state }: { state: string }) {
  return <span class={`state state-${state}`}>{state}</span>;
}

/** Blocks as a bar, in the colours of their states. */
export function Bar({ counts, label }: { counts: Pick<BlockCounts, Kind | "total">; label?: string }) {
  const words = inWords(counts);
  return (
    <svg
      class="bar"
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={label === undefined ? words : `${label}: ${words}`}
    >
      {segments(counts).map((segment) => (
        <rect
          key={segment.kind}
          class={`block-${segment.kind}`}
          y="0"
          height="10"
          x={segment.x * 1000}
          width={segment.width * 1000}
        />
      ))}
    </svg>
  );
}

/** A share, 0 to 100. */
export function Meter({ share }: { share: number }) {
  return (
    <svg class="meter" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" height="10" class="filled" width={Math.max(0, Math.min(100, share))} />
    </svg>
  );
}

/** What the colours mean, with how many there are. */
export function Legend({ counts }: { counts: Pick<BlockCounts, Kind> }) {
  return (
    <ul class="legend" aria-label="Blocks by state">
      {KINDS.map((kind) => (
        <li key={kind} data-kind={kind}>
          <i class={`key block-${kind}`} aria-hidden="true" />
          {kind} <b>{number(counts[kind])}</b>
        </li>
      ))}
    </ul>
  );
}

/** A figure with its name. */
export function Fact(props: { name: string; children: ComponentChildren; note?: string | null }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        {props.children}
        {props.note ? <small> {props.note}</small> : null}
      </dd>
    </div>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <>
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          {tag}
        </span>
      ))}
    </>
  );
}

/** Part of a page that can be jumped to. */
export function Section(props: {
  id: string;
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
  innerRef?: { current: HTMLElement | null };
}) {
  return (
    <section class="panel" aria-labelledby={props.id} ref={props.innerRef ?? null}>
      <header class="panel-head">
        <h2 id={props.id}>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

export function Quiet({ children }: { children: ComponentChildren }) {
  return <p class="quiet">{children}</p>;
}
