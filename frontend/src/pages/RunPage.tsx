import { useMemo, useState } from "preact/hooks";
import type { AuditEvent, History, Run } from "../model/wire";
import { MAX_EVENTS, withEvents, type State } from "../model/store";
import { settled, sum, timeLeft, totalRate } from "../model/blocks";
import { get, runPath } from "../model/calls";
import { budgets, pace } from "../model/series";
import { amounts, number, percent, rate, span, time } from "../model/words";
import { Badge, Bar, Fact, Legend, Quiet, Section } from "../parts/small";
import { Graph } from "../parts/Graph";
import { TaskList } from "../parts/TaskList";
import { TaskDetail } from "../parts/TaskDetail";
import { BlockMap } from "../parts/BlockMap";
import { BudgetCurve, PaceCurve } from "../parts/Curves";
import { TimelineView } from "../parts/TimelineView";
import { FailureList } from "../parts/FailureList";
import { EventList } from "../parts/EventList";
import { Notices } from "../parts/Notices";
import { maySubmit } from "../model/visitor";
import { CancelRun } from "../parts/CancelRun";
import { useFetched, useNow } from "../parts/hooks";

/** A run that is at work tells its curves anew when they have grown; see the store. */
const CURVES_PAUSE = 10_000;

export function RunPage({ state, run }: { state: State; run: Run }) {
  const byId = useMemo(() => new Map(run.tasks.map((task) => [task.id, task])), [run.tasks]);
  const [selected, select] = useSelection(run);
  const task = byId.get(selected) ?? run.tasks[0];
  const counts = useMemo(() => sum(run.tasks.map((one) => one.counters)), [run.tasks]);
  const failed = useMemo(
    () => run.tasks.reduce((all, one) => all + one.counters.worker_failures, counts.failed),
    [run.tasks, counts],
  );
  return (
    <>
      <Heading run={run} />
      {state.error !== null && <p class="notice">{state.error}</p>}
      <Notices run={run} />
      <section class="panel" aria-label="All blocks of the run">
        <Bar counts={counts} label="All blocks" />
        <Legend counts={counts} />
        <Summary run={run} counts={counts} />
      </section>
      <div class="split">
        <Section id="graph" title="Tasks">
          <Graph tasks={run.tasks} byId={byId} selected={task?.id ?? null} onSelect={select} />
        </Section>
        <Section id="selected" title="Selected task">
          {task === undefined ? <Quiet>The run has no task.</Quiet> : <TaskDetail task={task} />}
        </Section>
      </div>
      <Section id="tasks" title="All tasks">
        <TaskList tasks={run.tasks} selected={task?.id ?? null} onSelect={select} />
      </Section>
      {task !== undefined && (
        <Section id="map" title={`Blocks of ${task.id}`}>
          <BlockMap run={run.id} task={task} />
        </Section>
      )}
      <Curves state={state} run={run} />
      <TimelineView run={run} changes={settled(counts)} />
      <FailureList run={run} changes={failed + problems(state.events)} />
      <Events events={state.events} run={run.id} />
    </>
  );
}

function problems(events: readonly AuditEvent[]): number {
  return events.filter((event) => event.kind === "block_failed").length;
}

function useSelection(run: Run): [string, (task: string) => void] {
  const fromAddress = decodeURIComponent(location.hash.replace(/^#task=/, ""));
  const first = run.tasks.find((task) => task.state === "abandoned") ?? run.tasks[0];
  const [selected, setSelected] = useState(
    run.tasks.some((task) => task.id === fromAddress) ? fromAddress : (first?.id ?? ""),
  );
  const select = useMemo(
    () => (task: string) => {
      setSelected(task);
      history.replaceState(null, "", `#task=${encodeURIComponent(task)}`);
    },
    [],
  );
  return [selected, select];
}

function Heading({ run }: { run: Run }) {
  return useMemo(
    () => (
      <div class="heading">
        <h1>
          <span>{run.id}</span> <Badge state={run.state} />
        </h1>
        <p class="actions">
          <a href={`/?pipeline=${encodeURIComponent(run.pipeline)}`}>All runs of {run.pipeline}</a>
          {run.state === "running" && maySubmit() && <CancelRun run={run} />}
        </p>
      </div>
    ),
    [run.id, run.state],
  );
}

function Summary({ run, counts }: { run: Run; counts: ReturnType<typeof sum> }) {
  const running = run.state === "running";
  const now = useNow(running);
  const left = timeLeft(run.tasks);
  const alive = run.tasks.reduce((all, task) => all + task.alive, 0);
  const allowed = run.tasks.reduce((all, task) => all + task.max_workers, 0);
  const end = run.ended_at === undefined ? now : Date.parse(run.ended_at);
  return (
    <dl class="facts figures">
      <Fact name="Progress" note={`${number(settled(counts))} of ${number(counts.total)}`}>
        {percent(settled(counts), counts.total)} %
      </Fact>
      {running && <Fact name="Rate">{rate(totalRate(run.tasks))}</Fact>}
      {running && (
        <Fact name="Time left" note={left?.atLeast ? "at least" : null}>
          {left === null ? "not known yet" : span(left.seconds * 1_000)}
        </Fact>
      )}
      <Fact name="Took">{span(end - Date.parse(run.submitted_at))}</Fact>
      {running && (
        <Fact name="Workers" note={`of ${number(allowed)} at most`}>
          {number(alive)}
        </Fact>
      )}
      <Fact name="Submitted">{time(run.submitted_at)}</Fact>
      {run.ended_at !== undefined && <Fact name="Ended">{time(run.ended_at)}</Fact>}
      <Fact name="Budget of the run">{amounts(run.resources.budget)}</Fact>
      {Object.keys(run.params).length > 0 && (
        <Fact name="Params">
          {Object.entries(run.params)
            .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
            .join(", ")}
        </Fact>
      )}
      {run.late_events_dropped > 0 && (
        <Fact name="Late results dropped">{number(run.late_events_dropped)}</Fact>
      )}
    </dl>
  );
}

function Curves({ state, run }: { state: State; run: Run }) {
  const { value: past } = useFetched<History>(
    () => get<History>(runPath(run.id, "history")),
    run.id,
    `${state.epoch} ${run.state}`,
    CURVES_PAUSE,
  );
  const columns = useMemo(() => pace(past, state.points), [past, state.points]);
  const resources = useMemo(() => budgets(past, state.points), [past, state.points]);
  const empty = columns[0].length === 0;
  return (
    <div class="split even">
      <Section id="pace" title="Pace">
        {empty ? <Quiet>No curve yet.</Quiet> : <PaceCurve columns={columns} />}
      </Section>
      <Section id="budget" title="Budget">
        {resources.length === 0 && <Quiet>No worker held anything yet.</Quiet>}
        {resources.map((series) => (
          <BudgetCurve key={series.name} series={series} />
        ))}
      </Section>
    </div>
  );
}

/** Pages of the trail that are fetched at once when somebody wants all of it. */
const EVENT_PAGE = 500;

function Events({ events, run }: { events: readonly AuditEvent[]; run: string }) {
  const [older, setOlder] = useState<readonly AuditEvent[]>([]);
  const all = useMemo(() => withEvents(older, events), [older, events]);
  const load = useMemo(
    () => async () => {
      let found: AuditEvent[] = [];
      for (let after = 0; found.length < MAX_EVENTS; ) {
        const page = await get<{ events: AuditEvent[]; next: number }>(
          `${runPath(run, "events")}?after=${after}&limit=${EVENT_PAGE}`,
        );
        found = [...found, ...page.events];
        after = page.next;
        if (page.events.length < EVENT_PAGE) {
          break;
        }
      }
      setOlder(found);
    },
    [run],
  );
  return useMemo(() => <EventList events={all} onOlder={load} />, [all, load]);
}

/** What a browser tab says. */
export function runTitle(run: Run): string {
  const counts = sum(run.tasks.map((task) => task.counters));
  const lead =
    run.state === "running" ? `${percent(settled(counts), counts.total)} %` : `${run.state}:`;
  return `${lead} ${run.id} · Yardmaster`;
}
