import { useMemo, useState } from "preact/hooks";
import type { Task } from "../model/wire";
import { settled, shownState } from "../model/blocks";
import { number, percent, rate, short, span } from "../model/words";
import { Badge, Bar } from "./small";
import { useMedia } from "./hooks";

/** Height of a row in pixels; the same in the style sheet. */
const ROW = 40;
const NARROW_ROW = 92;

/** Height of the list, in pixels; what is not seen of it is not there. */
const TALL = 480;

/** Rows beyond both edges, so that scrolling meets no gap. */
const SPARE = 4;

const STATES = ["all states", "waiting", "running", "done", "abandoned"];

/** Every task in a line; only those in view are in the document. */
export function TaskList(props: {
  tasks: readonly Task[];
  selected: string | null;
  onSelect: (task: string) => void;
}) {
  const [sought, setSought] = useState("");
  const [state, setState] = useState(STATES[0] ?? "");
  const [top, setTop] = useState(0);
  const row = useMedia("(max-width: 40rem)") ? NARROW_ROW : ROW;
  const shown = useMemo(
    () =>
      props.tasks.filter(
        (task) =>
          task.id.includes(sought.trim().toLowerCase()) &&
          (state === STATES[0] || shownState(task) === state),
      ),
    [props.tasks, sought, state],
  );
  const height = Math.min(TALL, Math.max(1, shown.length) * row);
  const first = Math.max(0, Math.min(Math.floor(top / row), shown.length - 1) - SPARE);
  const last = Math.min(shown.length, Math.ceil((top + height) / row) + SPARE);
  return (
    <>
      {props.tasks.length > 5 && (
        <div class="filters">
          <label>
            Task{" "}
            <input
              type="search"
              value={sought}
              onInput={(event) => setSought(event.currentTarget.value)}
            />
          </label>
          <label>
            State{" "}
            <select value={state} onChange={(event) => setState(event.currentTarget.value)}>
              {STATES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <span class="quiet">
            {number(shown.length)} of {number(props.tasks.length)}
          </span>
        </div>
      )}
      <div class="tasklist" role="table" aria-label="Tasks" aria-rowcount={shown.length + 1}>
        <div role="rowgroup" class="tasklist-head">
          <div role="row" aria-rowindex={1}>
            {["Task", "Progress", "Blocks", "Rate", "Left", "Workers", "Starts", "Waits for"].map(
              (name) => (
                <span role="columnheader" key={name}>
                  {name}
                </span>
              ),
            )}
          </div>
        </div>
        <div
          role="rowgroup"
          class="tasklist-body"
          style={{ height: `${height}px` }}
          tabindex={0}
          aria-label="Rows of tasks"
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        >
          <div role="presentation" style={{ height: `${first * row}px` }} />
          {shown.slice(first, last).map((task, i) => (
            <Row
              key={task.id}
              task={task}
              index={first + i + 2}
              selected={task.id === props.selected}
              onSelect={props.onSelect}
            />
          ))}
          <div role="presentation" style={{ height: `${(shown.length - last) * row}px` }} />
        </div>
      </div>
      {shown.length === 0 && <p class="quiet">No task is like that.</p>}
    </>
  );
}

function Row(props: {
  task: Task;
  index: number;
  selected: boolean;
  onSelect: (task: string) => void;
}) {
  const { task, index, selected, onSelect } = props;
  return useMemo(() => {
    const { counters } = task;
    const waits = task.waiting.map((waiting) => waiting.text).join(" ");
    return (
      <div
        role="row"
        aria-rowindex={index}
        class={selected ? "selected" : ""}
        data-task={task.id}
        onClick={() => onSelect(task.id)}
      >
        <span role="rowheader" class="c-task">
          <button type="button" class="plain" aria-pressed={selected} title={task.id}>
            {task.id}
          </button>{" "}
          <Badge state={shownState(task)} />
        </span>
        <span role="cell" class="c-bar">
          <Bar counts={counters} />
        </span>
        <span role="cell" class="c-blocks number">
          <abbr title={`${number(settled(counters))} of ${number(counters.total)}`}>
            {short(settled(counters))} of {short(counters.total)}
          </abbr>
          <small> {percent(settled(counters), counters.total)} %</small>
        </span>
        <span role="cell" class="c-rate number">
          {rate(task.state === "running" ? task.rate : null)}
        </span>
        <span role="cell" class="c-left number">
          {task.state === "running" &&
          task.remaining_seconds !== null &&
          task.remaining_seconds !== undefined
            ? span(task.remaining_seconds * 1_000)
            : "–"}
        </span>
        <span role="cell" class="c-workers number">
          <abbr title="alive of max_workers">
            {number(task.alive)} / {number(task.max_workers)}
          </abbr>
        </span>
        <span role="cell" class="c-starts number">
          <abbr title="worker starts used of those allowed">
            {number(counters.worker_starts)} / {number(task.starts_allowed)}
          </abbr>
        </span>
        <span role="cell" class="c-waits" title={waits}>
          {waits === "" ? "–" : waits}
        </span>
      </div>
    );
  }, [task, index, selected, onSelect]);
}
