import type { Problem, Resources, Run, RunPage, SnapshotMessage } from "./wire";

/** A call that the service refused, or that did not reach it. */
export class CallFailed extends Error {
  constructor(readonly problem: Problem) {
    super([problem.detail ?? problem.title ?? "The call failed.", problem.remedy].filter(Boolean).join(" "));
  }
}

const API = "/api/v1";

/** Longer than any call takes that does not wait by itself. */
const PATIENCE = 20_000;

async function call<T>(path: string, request: RequestInit = {}): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(API + path, { signal: AbortSignal.timeout(PATIENCE), ...request });
  } catch (cause) {
    throw new CallFailed({
      status: 0,
      detail: "The service does not answer.",
      remedy: `Is it still running? (${cause instanceof Error ? cause.message : String(cause)})`,
    });
  }
  const json = (reply.headers.get("Content-Type") ?? "").includes("json");
  if (!reply.ok) {
    const problem = json ? ((await reply.json()) as Problem) : { detail: await reply.text() };
    throw new CallFailed({ ...problem, status: reply.status });
  }
  return (await reply.json()) as T;
}

export function get<T>(path: string): Promise<T> {
  return call<T>(path);
}

/** Path of a run, or of something below it. */
export function runPath(run: string, ...below: string[]): string {
  return ["/runs", run, ...below].map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join("/");
}

export function cancel(run: string): Promise<Run> {
  return call<Run>(runPath(run, "cancel"), { method: "POST" });
}

export interface Submission {
  document: string;
  json: boolean;
  directory: string;
}

/** Submits, or only plans. */
export function submit<T>(
  submission: Submission,
  dryRun: boolean,
  key: string | null,
  signal?: AbortSignal,
): Promise<T> {
  const headers: Record<string, string> = {
    "Content-Type": submission.json ? "application/json" : "application/yaml",
  };
  if (submission.directory !== "") {
    headers["Yardmaster-Directory"] = encodeURI(submission.directory);
  }
  if (key !== null) {
    headers["Idempotency-Key"] = key;
  }
  return call<T>(`/runs${dryRun ? "?dry_run=true" : ""}`, {
    method: "POST",
    headers,
    body: submission.document,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** What a subscription would begin with, by plain calls. */
export async function picture(run: string | null): Promise<SnapshotMessage> {
  const [page, details, resources] = await Promise.all([
    run === null ? get<RunPage>("/runs?limit=100") : Promise.resolve({ runs: [] }),
    run === null ? Promise.resolve([]) : get<Run>(runPath(run)).then((found) => [found]),
    get<Resources>("/resources"),
  ]);
  return {
    type: "snapshot",
    at: new Date().toISOString(),
    runs: page.runs,
    run_details: details,
    workers_registered: resources.workers_registered,
    workers_bound: resources.workers_bound,
    resources: resources.shares,
  };
}
