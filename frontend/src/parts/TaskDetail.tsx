import type { Task } from "../model/wire";
import { inWords, settled, shownState } from "../model/blocks";
import { amounts, number, percent, rate, span, words } from "../model/words";
import { Badge, Bar, Fact, Tags } from "./small";
import { useNow } from "./hooks";

/** Everything about one task. */
export function TaskDetail({ task }: { task: Task }) {
  const { counters } = task;
  const running = task.state === "running";
  const now = useNow(running && task.started_at !== undefined);
  return (
    <article class="detail" aria-labelledby="detail-title" data-detail={task.id}>
      <h3 id="detail-title">
        <span>{task.id}</span> <Badge state={shownState(task)} />
      </h3>
      <Bar counts={counters} />
      <p class="counts">{inWords(counters)}</p>
      {task.reason !== undefined && <p class="notice notice-bad">Given up: {words(task.reason)}.</p>}
      {task.waiting.length > 0 && (
        <ul class="messages" aria-label="What it waits for">
          {task.waiting.map((waiting) => (
            <li key={waiting.text}>{waiting.text}</li>
          ))}
        </ul>
      )}
      <dl class="facts small">
        <Fact name="Done">{percent(settled(counters), counters.total)} %</Fact>
        {running && <Fact name="Rate">{rate(task.rate)}</Fact>}
        {running && task.remaining_seconds !== null && task.remaining_seconds !== undefined && (
          <Fact name="Time left">{span(task.remaining_seconds * 1_000)}</Fact>
        )}
        <Fact name="Workers" note={task.idle > 0 ? `${number(task.idle)} idle` : null}>
          {number(task.alive)} of {number(task.max_workers)} alive
        </Fact>
        <Fact name="Worker starts">
          {number(counters.worker_starts)} of {number(task.starts_allowed)} used
        </Fact>
        {counters.worker_failures > 0 && (
          <Fact name="Workers that died">{number(counters.worker_failures)}</Fact>
        )}
        {task.started_at !== undefined && (
          <Fact name={task.ended_at === undefined ? "At work for" : "Took"}>
            {span((task.ended_at === undefined ? now : Date.parse(task.ended_at)) - Date.parse(task.started_at))}
          </Fact>
        )}
        <Fact name="A worker needs">{amounts(task.requires)}</Fact>
        {task.tags.length > 0 && (
          <Fact name="Tags">
            <Tags tags={task.tags} />
          </Fact>
        )}
        {task.after.length > 0 && (
          <Fact name="After">
            {task.after.map((edge) => `${edge.task} (${words(edge.blocks)})`).join(", ")}
          </Fact>
        )}
      </dl>
    </article>
  );
}
