import type { Run } from "../model/wire";
import { abandonments } from "../model/abandonment";
import { count } from "../model/words";

/** Tasks that were given up: said at once, loudly, and with what to do. */
export function Notices({ run }: { run: Run }) {
  const all = abandonments(run);
  return (
    <div role="alert" class="notices">
      {run.why !== undefined && (
        <div class="notice" data-notice="why">
          <p>{run.why}</p>
        </div>
      )}
      {all.map((one) => (
        <div class="notice notice-bad" key={one.task} data-notice={one.task}>
          <p>
            <strong>Task {one.task} was given up:</strong> {one.why}.
          </p>
          <p>
            {one.orphaned === 0
              ? "No block was lost with it."
              : `${count(one.orphaned, "block")} will never be executed: ${one.where.join(", ")}.`}
          </p>
          <p>{one.advice}</p>
        </div>
      ))}
    </div>
  );
}
