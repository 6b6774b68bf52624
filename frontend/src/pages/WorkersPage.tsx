import { useMemo } from "preact/hooks";
import type { Worker } from "../model/wire";
import type { State } from "../model/store";
import { get } from "../model/calls";
import { count, milliseconds, number, percent, span } from "../model/words";
import { Meter, Quiet, Tags } from "../parts/small";
import { useFetched, useNow } from "../parts/hooks";

/** Workers of a page, as many as the service gives at once. */
const LIMIT = 1_000;

/** Seconds between two questions: seldom where the answer is large. */
const OFTEN = 2_000;
const SELDOM = 10_000;
const MANY = 100;

export function WorkersPage({ state }: { state: State }) {
  const many = (state.workers?.registered ?? 0) > MANY;
  const now = useNow(true, many ? SELDOM : OFTEN);
  const { value: page, error } = useFetched<{ workers: Worker[]; next?: string }>(
    () => get(`/workers?limit=${LIMIT}`),
    `workers\n${now}`,
    0,
  );
  const hosts = useMemo(() => byHost(page?.workers ?? []), [page]);
  const bound = (page?.workers ?? []).filter((worker) => worker.binding !== undefined).length;
  return (
    <>
      <div class="heading">
        <h1>Workers</h1>
        {page !== null && (
          <p class="actions quiet">
            {number(page.workers.length)} registered, {number(bound)} bound, on{" "}
            {count(hosts.length, "host")}
          </p>
        )}
      </div>
      {error !== null && <p class="notice">{error}</p>}
      {page !== null && hosts.length === 0 && (
        <p class="empty">
          No worker is registered. Start some:{" "}
          <code>java -jar yardmaster.jar worker --server {location.origin} --slots 4</code>
        </p>
      )}
      {hosts.map(([host, workers]) => (
        <Host key={host} name={host} workers={workers} now={now} />
      ))}
      {page?.next !== undefined && (
        <Quiet>
          There are more; the API has them all: <code>GET /api/v1/workers</code>
        </Quiet>
      )}
    </>
  );
}

function byHost(workers: readonly Worker[]): [string, Worker[]][] {
  const hosts = new Map<string, Worker[]>();
  for (const worker of workers) {
    const known = hosts.get(worker.host);
    if (known === undefined) {
      hosts.set(worker.host, [worker]);
    } else {
      known.push(worker);
    }
  }
  return [...hosts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function Host(props: { name: string; workers: Worker[]; now: number }) {
  const { name, workers, now } = props;
  const bound = workers.filter((worker) => worker.binding !== undefined).length;
  return (
    <section class="panel host" aria-label={`Host ${name}`} data-host={name}>
      <header class="panel-head">
        <h2>{name}</h2>
        <span class="quiet">
          {number(bound)} of {number(workers.length)} bound
        </span>
      </header>
      <Meter share={percent(bound, workers.length)} />
      <table class="workers">
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">Kind and tags</th>
            <th scope="col">Bound to</th>
            <th scope="col">Does</th>
            <th scope="col">Heard of</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id} data-worker={worker.id}>
              <th scope="row">
                {worker.name} <small>{worker.id}</small>
              </th>
              <td>
                {worker.kind} <Tags tags={worker.tags} />
              </td>
              <td data-label="Bound to">
                {worker.binding === undefined ? (
                  <span class="quiet">nothing</span>
                ) : (
                  <a
                    href={`/ui/runs/${encodeURIComponent(worker.binding.run)}#task=${encodeURIComponent(worker.binding.task)}`}
                  >
                    {worker.binding.run} / {worker.binding.task}
                  </a>
                )}
              </td>
              <td>{doing(worker, now)}</td>
              <td data-label="Heard of" class="number">
                {span(milliseconds(worker.silent_for))} ago
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function doing(worker: Worker, now: number): string {
  const { binding } = worker;
  if (binding?.since === undefined) {
    const only = worker.only_for === undefined ? "" : `, only of ${worker.only_for.run}`;
    return (worker.asking ? "asks for work" : "is not asking") + only;
  }
  const doing =
    binding.ending !== undefined
      ? `is to stop: ${binding.ending}`
      : worker.leases === 0
        ? "idle"
        : `${count(worker.leases, "block")} in hand`;
  return `${doing}, bound for ${span(now - Date.parse(binding.since))}`;
}

export function workersTitle(state: State): string {
  return state.workers === null
    ? "Workers · Yardmaster"
    : `${number(state.workers.bound)} of ${number(state.workers.registered)} bound · Workers · Yardmaster`;
}
