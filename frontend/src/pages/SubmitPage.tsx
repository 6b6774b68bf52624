import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DocumentProblem, Plan, Run } from "../model/wire";
import { CallFailed, submit, type Submission } from "../model/calls";
import { maySubmit, visitor } from "../model/visitor";
import { amounts, count, number } from "../model/words";
import { looksLikeJson, placed } from "../model/document";
import { sentence } from "../parts/hooks";
import { Quiet, Section, Tags } from "../parts/small";

/** After the last key, before the service is asked. */
const PAUSE = 350;

/** The service takes no more. */
const LARGEST = 1 << 20;

type Verdict =
  | { kind: "nothing" }
  | { kind: "checking" }
  | { kind: "plan"; plan: Plan }
  | { kind: "problems"; problems: DocumentProblem[] }
  | { kind: "refused"; text: string };

export function SubmitPage() {
  return maySubmit() ? <Writing /> : <MayNot />;
}

/** Even a check of a document is for those alone who could start it. */
function MayNot() {
  return (
    <>
      <h1>Submit a pipeline</h1>
      <p class="notice" data-notice="may-not">
        The token of <b>{visitor()}</b> may look, but not start runs: that needs the role{" "}
        <code>submit</code>.
      </p>
    </>
  );
}

function Writing() {
  const [document, setDocument] = useState("");
  const [directory, setDirectory] = useState("");
  const [verdict, setVerdict] = useState<Verdict>({ kind: "nothing" });
  const [starting, setStarting] = useState(false);
  const [over, setOver] = useState(false);
  const key = useMemo(() => crypto.randomUUID(), [document, directory]);
  const submission: Submission = { document, directory, json: looksLikeJson(document) };

  useEffect(() => {
    if (document.trim() === "") {
      setVerdict({ kind: "nothing" });
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      setVerdict((before) => (before.kind === "nothing" ? { kind: "checking" } : before));
      submit<Plan>(submission, true, null, abort.signal).then(
        (plan) => setVerdict({ kind: "plan", plan }),
        (failure: unknown) => {
          if (!abort.signal.aborted) {
            setVerdict(verdictOf(failure));
          }
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [document, directory]);

  const start = () => {
    setStarting(true);
    submit<Run>(submission, false, key).then(
      (run) => location.assign(`/ui/runs/${encodeURIComponent(run.id)}`),
      (failure: unknown) => {
        setVerdict(verdictOf(failure));
        setStarting(false);
      },
    );
  };
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined && file.size > LARGEST) {
      setVerdict({ kind: "refused", text: `${file.name} is larger than 1 MiB, which no pipeline is.` });
    } else {
      void file?.text().then(setDocument);
    }
  };
  const problems = verdict.kind === "problems" ? verdict.problems : [];
  return (
    <>
      <div class="heading">
        <h1>Submit a pipeline</h1>
      </div>
      <div class="split even">
        <section
          class={`panel drop ${over ? "over" : ""}`}
          aria-labelledby="document-title"
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer?.files);
          }}
        >
          <header class="panel-head">
            <h2 id="document-title">Document</h2>
            <label class="button">
              Choose a file
              <input
                type="file"
                class="visually-hidden"
                accept=".yaml,.yml,.json"
                onChange={(event) => take(event.currentTarget.files)}
              />
            </label>
          </header>
          <Quiet>Paste a pipeline, YAML or JSON, or drop its file here.</Quiet>
          <Editor text={document} problems={problems} onChange={setDocument} />
          <label class="field">
            Folder in which its commands run
            <input
              type="text"
              placeholder="the service's own"
              value={directory}
              onInput={(event) => setDirectory(event.currentTarget.value.trim())}
            />
          </label>
        </section>
        <Section id="verdict" title="What it would do">
          <div aria-live="polite">
            <Said verdict={verdict} />
          </div>
          <p class="actions">
            <button
              type="button"
              class="primary"
              disabled={verdict.kind !== "plan" || starting}
              onClick={start}
            >
              Start the run
            </button>
          </p>
        </Section>
      </div>
    </>
  );
}

function verdictOf(failure: unknown): Verdict {
  if (failure instanceof CallFailed && failure.problem.problems !== undefined) {
    const problems = failure.problem.problems.map(placed);
    return { kind: "problems", problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  }
  return { kind: "refused", text: sentence(failure) };
}

/** Text with the numbers of its lines, and a mark at each line that has a problem. */
function Editor(props: {
  text: string;
  problems: readonly DocumentProblem[];
  onChange: (text: string) => void;
}) {
  const gutter = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = useMemo(() => props.text.split("\n").length, [props.text]);
  const byLine = new Map<number, string[]>();
  for (const problem of props.problems) {
    if (problem.line !== undefined) {
      byLine.set(problem.line, [...(byLine.get(problem.line) ?? []), problem.message]);
    }
  }
  return (
    <div class="editor">
      <div class="gutter" ref={gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, i) => {
          const messages = byLine.get(i + 1);
          return (
            <div
              key={i}
              class={messages === undefined ? "" : "wrong"}
              title={messages?.join("\n") ?? ""}
              data-line={i + 1}
            >
              {i + 1}
            </div>
          );
        })}
      </div>
      <textarea
        ref={area}
        id="document"
        aria-label="Pipeline document"
        aria-invalid={props.problems.length > 0}
        aria-describedby="verdict"
        spellcheck={false}
        autocapitalize="off"
        wrap="off"
        rows={22}
        value={props.text}
        onInput={(event) => props.onChange(event.currentTarget.value)}
        onScroll={(event) => {
          if (gutter.current !== null) {
            gutter.current.scrollTop = event.currentTarget.scrollTop;
          }
        }}
      />
    </div>
  );
}

/** Puts the cursor where a problem is. */
function goTo(problem: DocumentProblem) {
  const area = document.querySelector<HTMLTextAreaElement>("#document");
  if (area === null || problem.line === undefined) {
    return;
  }
  const lines = area.value.split("\n");
  const before = lines.slice(0, problem.line - 1).reduce((all, line) => all + line.length + 1, 0);
  const line = lines[problem.line - 1] ?? "";
  area.focus();
  area.setSelectionRange(before, before + line.length);
  const height = area.scrollHeight / Math.max(1, lines.length);
  area.scrollTop = Math.max(0, (problem.line - 5) * height);
}

function Said({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case "nothing":
      return <Quiet>The plan, or everything that is wrong, appears here while you type.</Quiet>;
    case "checking":
      return <Quiet>Looking at it…</Quiet>;
    case "refused":
      return <p class="notice notice-bad">{verdict.text}</p>;
    case "problems":
      return (
        <>
          <p class="notice notice-bad">{count(verdict.problems.length, "problem")}; nothing would start.</p>
          <ol class="problems">
            {verdict.problems.map((problem, i) => (
              <li key={i} data-problem={problem.code}>
                {problem.line !== undefined && (
                  <button type="button" class="plain" onClick={() => goTo(problem)}>
                    Line {problem.line}
                  </button>
                )}{" "}
                <span>{problem.message}</span>
              </li>
            ))}
          </ol>
        </>
      );
    case "plan":
      return <PlanTable plan={verdict.plan} />;
  }
}

function PlanTable({ plan }: { plan: Plan }) {
  return (
    <>
      <p class="good">
        <b>{plan.pipeline}</b> is valid: {count(plan.steps.length, "task")},{" "}
        {count(plan.blocks, "block")}
        {plan.resources === undefined ? "" : `, budget ${amounts(plan.resources)}`}.
      </p>
      <table class="plan">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Blocks</th>
            <th scope="col">At once</th>
            <th scope="col">After</th>
            <th scope="col">A worker needs</th>
          </tr>
        </thead>
        <tbody>
          {plan.steps.map((step) => (
            <tr key={step.task}>
              <th scope="row">{step.task}</th>
              <td data-label="Blocks" class="number">
                {number(step.blocks)}
              </td>
              <td data-label="At once">
                {count(step.concurrent_workers, "worker")} <small>by {step.limited_by}</small>
              </td>
              <td data-label="After">
                {step.after.length === 0 ? "–" : step.after.map((edge) => edge.task).join(", ")}
              </td>
              <td data-label="A worker needs">
                {amounts(step.requires)} <Tags tags={step.tags} />
                <small> {step.worker_kind}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
