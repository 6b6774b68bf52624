import { useMemo, useState } from "preact/hooks";
import type { AuditEvent } from "../model/wire";
import { number, time, words } from "../model/words";
import { Quiet, Section } from "./small";

/** Events in the document at once; a filter reaches the others. */
const SHOWN = 200;

const PROBLEMS = ["task_abandoned", "worker_failed", "block_failed", "run_failed", "run_cancelled"];

const GROUPS: Record<string, (event: AuditEvent) => boolean> = {
  everything: () => true,
  problems: (event) => PROBLEMS.includes(event.kind),
  "runs and tasks": (event) => event.kind.startsWith("run_") || event.kind.startsWith("task_"),
  workers: (event) => event.kind.startsWith("worker_"),
  blocks: (event) => event.kind.startsWith("block_"),
};

/** What happened, newest first. */
export function EventList({ events }: { events: readonly AuditEvent[] }) {
  const [group, setGroup] = useState("everything");
  const [sought, setSought] = useState("");
  const found = useMemo(() => {
    const text = sought.trim().toLowerCase();
    const test = GROUPS[group] ?? (() => true);
    return events.filter(
      (event) =>
        test(event) &&
        (text === "" ||
          [event.message, event.task ?? "", event.worker ?? "", words(event.kind)].some((part) =>
            part.toLowerCase().includes(text),
          )),
    );
  }, [events, group, sought]);
  return (
    <Section id="events" title="Events">
      <div class="filters">
        <label>
          Show{" "}
          <select value={group} onChange={(event) => setGroup(event.currentTarget.value)}>
            {Object.keys(GROUPS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Text{" "}
          <input
            type="search"
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
        </label>
        <span class="quiet">
          {number(found.length)} of {number(events.length)}
        </span>
      </div>
      {found.length === 0 ? (
        <Quiet>{events.length === 0 ? "Nothing yet." : "No event is like that."}</Quiet>
      ) : (
        <ol class="events" tabindex={0} aria-label="Events, newest first">
          {found.slice(0, SHOWN).map((event) => (
            <li key={event.seq} data-event={event.kind}>
              <time class="time" dateTime={event.at}>
                {time(event.at)}
              </time>
              <span class={`kind ${PROBLEMS.includes(event.kind) ? "bad" : ""}`}>
                {words(event.kind)}
              </span>
              <span>{event.message}</span>
            </li>
          ))}
        </ol>
      )}
      {found.length > SHOWN && <Quiet>The newest {SHOWN} are shown.</Quiet>}
    </Section>
  );
}
