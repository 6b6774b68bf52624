import type { ResourceUse, Resources } from "../model/wire";
import type { State } from "../model/store";
import { get } from "../model/calls";
import { amounts, number, percent } from "../model/words";
import { Quiet, Section } from "../parts/small";
import { useFetched } from "../parts/hooks";

const PAUSE = 1_000;

/** Parts of a resource from left to right, with the colour that each has in the curves. */
const PARTS = [
  ["used", "processing"],
  ["idle", "ready"],
  ["kept", "orphaned"],
  ["free", "pending"],
] as const;

export function ResourcesPage({ state }: { state: State }) {
  const { value: held, error } = useFetched<Resources>(
    () => get<Resources>("/resources"),
    `resources\n${JSON.stringify(state.resources)} ${state.listing} ${state.workers?.bound ?? 0}`,
    PAUSE,
  );
  const bounded = state.resources.some((one) => typeof one.budget === "number");
  return (
    <>
      <div class="heading">
        <h1>Resources</h1>
      </div>
      <Section id="budget" title="The service's budget">
        {!bounded && (
          <Quiet>The service has no budget of its own; only those of the runs bound them.</Quiet>
        )}
        {state.resources.map((resource) => (
          <Resource key={resource.name} resource={resource} />
        ))}
        {state.resources.length > 0 && (
          <ul class="legend" aria-hidden="true">
            {PARTS.map(([part, kind]) => (
              <li key={part}>
                <i class={`key block-${kind}`} />
                {part}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section id="holders" title="Who holds it">
        {error !== null && <p class="notice">{error}</p>}
        {held !== null && held.holders.length === 0 && <Quiet>Nobody holds anything.</Quiet>}
        {held !== null && held.holders.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">Workers</th>
                <th scope="col">Holds</th>
              </tr>
            </thead>
            <tbody>
              {held.holders.map((holder) => (
                <tr key={`${holder.run}/${holder.task}`}>
                  <th scope="row">
                    <a
                      href={`/ui/runs/${encodeURIComponent(holder.run)}#task=${encodeURIComponent(holder.task)}`}
                    >
                      {holder.run} / {holder.task}
                    </a>
                  </th>
                  <td data-label="Workers">{number(holder.alive)}</td>
                  <td data-label="Holds">{amounts(holder.used)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </>
  );
}

function Resource({ resource }: { resource: ResourceUse }) {
  const all = PARTS.reduce((sum, [part]) => sum + Math.max(0, resource[part] ?? 0), 0);
  const words = PARTS.filter(([part]) => typeof resource[part] === "number")
    .map(([part]) => `${number(resource[part] ?? 0)} ${part}`)
    .join(", ");
  let x = 0;
  return (
    <div class="resource" data-resource={resource.name}>
      <h3>
        <span>{resource.name}</span>
        <span class="share">
          {typeof resource.budget === "number"
            ? `${percent(resource.used + resource.idle, resource.budget)} % of ${number(resource.budget)} taken`
            : "not bounded"}
        </span>
      </h3>
      <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label={words}>
        {PARTS.map(([part, kind]) => {
          const width = all === 0 ? 0 : (1000 * Math.max(0, resource[part] ?? 0)) / all;
          x += width;
          return (
            <rect
              key={part}
              class={`block-${kind}`}
              y="0"
              height="10"
              x={x - width}
              width={width}
            />
          );
        })}
      </svg>
      <p class="counts">{words}</p>
    </div>
  );
}
