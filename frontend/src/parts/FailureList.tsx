import type { Failures, Run } from "../model/wire";
import { get, runPath } from "../model/calls";
import { count, number, time } from "../model/words";
import { useFetched } from "./hooks";
import { Quiet, Section } from "./small";

const PAUSE = 2_000;

/** Failed attempts, those that failed alike together. */
export function FailureList({ run, changes }: { run: Run; changes: number }) {
  const { value: failures, error } = useFetched<Failures>(
    () => get<Failures>(runPath(run.id, "failures")),
    `${run.id}\n${run.state} ${changes}`,
    PAUSE,
  );
  return (
    <Section id="failures" title="Failures">
      {error !== null && <Quiet>They are not there: {error}</Quiet>}
      {failures !== null && failures.groups.length === 0 && <Quiet>No attempt has failed.</Quiet>}
      <ol class="failures">
        {failures?.groups.map((group) => (
          <li key={`${group.task} ${group.error ?? ""}`} data-failure={group.task}>
            <p>
              <b>{group.task}</b>: {count(group.attempts, "failed attempt")}, the last at{" "}
              {time(group.last_at)}
            </p>
            {group.error === null || group.error === undefined || group.error === "" ? (
              <Quiet>No error was reported.</Quiet>
            ) : (
              <pre tabindex={0} aria-label={`Error of ${group.task}`}>
                {group.error}
              </pre>
            )}
            <p class="quiet">
              {group.blocks.length === 1 && !group.more_blocks ? "Block" : "Blocks"}{" "}
              {group.blocks.map(number).join(", ")}
              {more(group.more_blocks)}
              {group.workers.length > 0 && ` · by ${group.workers.join(", ")}`}
            </p>
          </li>
        ))}
      </ol>
      {failures !== null && Boolean(failures.more) && (
        <Quiet>There are more kinds of errors; the API has each attempt.</Quiet>
      )}
    </Section>
  );
}

function more(many: boolean | number): string {
  return many === false || many === 0
    ? ""
    : many === true
      ? " and more"
      : ` and ${number(many)} more`;
}
