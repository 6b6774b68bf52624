import { useMemo, useState } from "preact/hooks";
import type { RunPage, RunSummary } from "../model/wire";
import type { State } from "../model/store";
import { get } from "../model/calls";
import { number, percent, span, time } from "../model/words";
import { Badge, Bar, Quiet } from "../parts/small";
import { useFetched, useNow } from "../parts/hooks";

const STATES = ["running", "succeeded", "failed", "cancelled"];

/** Runs of a page: a few screens. */
const RUNS = 50;
const PAUSE = 1_000;

interface Wish {
  state: string;
  pipeline: string;
  after: string;
}

/** All runs, newest first; what is asked for is in the address, so that it can be kept. */
export function RunsPage({ state, first }: { state: State; first: RunPage | null }) {
  const [wish, setWish] = useState(fromAddress);
  const query = inAddress(wish);
  const { value: page, error } = useFetched<RunPage>(
    state.listing === 0 && first !== null
      ? null
      : () => get<RunPage>(`/runs?${query}${query === "" ? "" : "&"}limit=${RUNS}`),
    query,
    String(state.listing),
    PAUSE,
  );
  const listed = page ?? first;
  const live = useMemo(() => new Map(state.runs.map((run) => [run.id, run])), [state.runs]);
  const change = (part: Partial<Wish>) => {
    const next = { ...wish, after: "", ...part };
    setWish(next);
    const text = inAddress(next);
    history.replaceState(null, "", text === "" ? "/" : `/?${text}`);
  };
  const runs = (listed?.runs ?? []).map((run) => merged(run, live.get(run.id)));
  const shown = runs.filter((run) => wish.state === "" || run.state === wish.state);
  return (
    <>
      <div class="heading">
        <h1>Runs</h1>
        <p class="actions">
          <a class="button" href="/ui/submit">
            Submit a pipeline
          </a>
        </p>
      </div>
      <Filters wish={wish} onChange={change} />
      {error !== null && <p class="notice">{error}</p>}
      {listed !== null && shown.length === 0 && <Empty filtered={query !== ""} />}
      {shown.length > 0 && <Table runs={shown} />}
      <p class="pages">
        {wish.after !== "" && (
          <button type="button" onClick={() => change({ after: "" })}>
            Newest runs
          </button>
        )}
        {listed?.next !== undefined && (
          <button type="button" onClick={() => change({ after: listed.next ?? "" })}>
            Older runs
          </button>
        )}
      </p>
      {state.workers !== null && (
        <Quiet>
          <a href="/ui/workers">
            {number(state.workers.registered)} workers registered, {number(state.workers.bound)} bound
          </a>
        </Quiet>
      )}
    </>
  );
}

/** The list is fetched now and then; what is live of a run is newer. */
function merged(run: RunSummary, live: RunSummary | undefined): RunSummary {
  return live === undefined || (run.state !== "running" && live.state === "running")
    ? run
    : live.settled < run.settled
      ? { ...run, state: live.state }
      : { ...run, state: live.state, settled: live.settled, failed: live.failed, orphaned: live.orphaned };
}

function Filters({ wish, onChange }: { wish: Wish; onChange: (part: Partial<Wish>) => void }) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        State{" "}
        <select value={wish.state} onChange={(event) => onChange({ state: event.currentTarget.value })}>
          <option value="">all</option>
          {STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Pipeline{" "}
        <input
          type="search"
          placeholder="its whole name"
          value={wish.pipeline}
          onChange={(event) => onChange({ pipeline: event.currentTarget.value.trim() })}
        />
      </label>
    </form>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <p class="empty">No run is like that.</p>
  ) : (
    <p class="empty">
      No run yet. <a href="/ui/submit">Submit a pipeline</a>, or start one from a terminal:{" "}
      <code>java -jar yardmaster.jar run pipeline.yaml --server {location.origin}</code>
    </p>
  );
}

function Table({ runs }: { runs: readonly RunSummary[] }) {
  const now = useNow(runs.some((run) => run.state === "running"));
  return (
    <table class="runs">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">State</th>
          <th scope="col">Progress</th>
          <th scope="col">Started</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id} data-run={run.id}>
            <th scope="row">
              <a href={`/ui/runs/${encodeURIComponent(run.id)}`}>{run.id}</a>
            </th>
            <td>
              <Badge state={run.state} />
              {run.why !== undefined && <span class="why">{run.why}</span>}
            </td>
            <td class="progress">
              <Bar counts={asCounts(run)} />
              <span>
                {percent(run.settled, run.blocks)} %
                <small>
                  {" "}
                  {number(run.settled)} of {number(run.blocks)} blocks
                </small>
                {run.failed + run.orphaned > 0 && <small class="lost"> {lost(run)}</small>}
              </span>
            </td>
            <td class="time">{time(run.submitted_at)}</td>
            <td class="time" data-label="Took">
              {span(
                (run.ended_at === undefined ? now : Date.parse(run.ended_at)) -
                  Date.parse(run.submitted_at),
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What of a run is settled, and how; the rest shows as pending. */
function asCounts(run: RunSummary) {
  return {
    total: run.blocks,
    completed: run.settled - run.failed - run.orphaned,
    failed: run.failed,
    orphaned: run.orphaned,
    processing: 0,
    ready: 0,
    pending: run.blocks - run.settled,
  };
}

/** A run that has come to its end is all settled; whether it was done is another thing. */
function lost(run: RunSummary): string {
  const parts: [number, string][] = [
    [run.failed, "failed"],
    [run.orphaned, "orphaned"],
  ];
  return parts
    .filter(([blocks]) => blocks > 0)
    .map(([blocks, how]) => `${number(blocks)} ${how}`)
    .join(", ");
}

function fromAddress(): Wish {
  const query = new URLSearchParams(location.search);
  return {
    state: query.get("state") ?? "",
    pipeline: query.get("pipeline") ?? "",
    after: query.get("after") ?? "",
  };
}

function inAddress(wish: Wish): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wish)) {
    if (value !== "") {
      query.set(name, value);
    }
  }
  return query.toString();
}

export function runsTitle(state: State): string {
  const running = state.runs.filter((run) => run.state === "running");
  if (running.length === 0) {
    return "Runs · Yardmaster";
  }
  const done = running.reduce((all, run) => all + run.settled, 0);
  const whole = running.reduce((all, run) => all + run.blocks, 0);
  return `${percent(done, whole)} % of ${running.length} running · Yardmaster`;
}
