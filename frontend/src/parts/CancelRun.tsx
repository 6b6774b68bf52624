import { useRef, useState } from "preact/hooks";
import type { Run } from "../model/wire";
import { cancel } from "../model/calls";
import { sentence } from "./hooks";

/** Cancels a run, after asking. */
export function CancelRun({ run }: { run: Run }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    setFailed(null);
    cancel(run.id)
      .then(() => dialog.current?.close())
      .catch((failure: unknown) => setFailed(sentence(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        Cancel run
      </button>
      <dialog ref={dialog} aria-labelledby="cancel-title">
        <h2 id="cancel-title">Cancel {run.id}?</h2>
        <p>
          No further block is handed out, its workers are let go, and blocks that are not done will
          never be executed. It cannot be taken back.
        </p>
        {failed !== null && (
          <p class="notice notice-bad" role="alert">
            {failed}
          </p>
        )}
        <p class="actions">
          <button type="button" autofocus onClick={() => dialog.current?.close()}>
            Keep it running
          </button>
          <button type="button" class="danger" disabled={busy} onClick={confirm}>
            Cancel the run
          </button>
        </p>
      </dialog>
    </>
  );
}
