import { render } from "preact";
import type { AuditEvent, LiveMessage, Run, RunPage as Runs } from "./model/wire";
import { EMPTY, reduce, withEvents, type State } from "./model/store";
import { Live, type WebSocketLike } from "./model/live";
import { get, picture, runPath } from "./model/calls";
import { LiveState } from "./parts/LiveState";
import { RunPage, runTitle } from "./pages/RunPage";
import { RunsPage, runsTitle } from "./pages/RunsPage";
import { ResourcesPage } from "./pages/ResourcesPage";
import { SubmitPage } from "./pages/SubmitPage";
import { WorkersPage, workersTitle } from "./pages/WorkersPage";

/** What the service put into the page. */
interface First {
  at?: string;
  run?: Run;
  events?: AuditEvent[];
  runs?: Runs;
}

/** A page in a tab that nobody looks at changes its title, and nothing else needs to be quick. */
const IN_THE_BACKGROUND = 1_000;

const main = document.querySelector<HTMLElement>("main");
const linkPlace = document.querySelector<HTMLElement>("#live");
const page = main?.dataset["page"] ?? "";

function firstState(): First {
  const block = document.querySelector("#first-state");
  return block === null ? {} : (JSON.parse(block.textContent ?? "{}") as First);
}

const first = firstState();
let state: State = {
  ...EMPTY,
  run: first.run ?? null,
  runs: first.runs?.runs ?? [],
  events: withEvents([], first.events ?? []),
  heard: Date.now(),
};
let messages: LiveMessage[] = [];
let due = false;

function Page({ state: now }: { state: State }) {
  switch (page) {
    case "run":
      return now.run === null ? null : <RunPage state={now} run={now.run} />;
    case "runs":
      return <RunsPage state={now} first={first.runs ?? null} />;
    case "workers":
      return <WorkersPage state={now} />;
    case "resources":
      return <ResourcesPage state={now} />;
    case "submit":
      return <SubmitPage />;
    default:
      return null;
  }
}

function title(): string {
  switch (page) {
    case "run":
      return state.run === null ? document.title : runTitle(state.run);
    case "runs":
      return runsTitle(state);
    case "workers":
      return workersTitle(state);
    default:
      return document.title;
  }
}

let emptied = false;

/** Takes all messages that came since the last time, and shows what they changed. */
function update(): void {
  due = false;
  performance.mark("yardmaster:begin");
  const before = state;
  for (const message of messages) {
    state = reduce(state, message, Date.now());
  }
  messages = [];
  if (main !== null) {
    if (!emptied) {
      main.replaceChildren(); // what the service wrote, which says the same
      emptied = true;
    }
    render(<Page state={state} />, main);
  }
  if (linkPlace !== null) {
    const ended = state.run !== null && state.run.state !== "running";
    render(<LiveState link={state.link} ended={ended} />, linkPlace);
  }
  const name = title();
  if (document.title !== name) {
    document.title = name;
  }
  performance.measure("yardmaster:update", "yardmaster:begin");
  if (before.run?.state === "running" && state.run !== null && state.run.state !== "running") {
    fetchEnd(state.run.id);
  }
}

function plan(): void {
  if (!due) {
    due = true;
    if (document.visibilityState === "visible") {
      requestAnimationFrame(update);
    } else {
      setTimeout(update, IN_THE_BACKGROUND);
    }
  }
}

/** A run that has ended has an end, and says of each task when it was. */
function fetchEnd(run: string): void {
  get<Run>(runPath(run)).then(
    (ended) => {
      state = { ...state, run: ended, epoch: state.epoch + 1 };
      plan();
    },
    () => {}, // the next snapshot has it too
  );
}

function connect(): WebSocketLike {
  const address = new URL("/api/v1/live", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}

function start(): void {
  const run = state.run;
  const live = new Live(
    [run === null ? "*" : run.id],
    {
      connect,
      poll: () => picture(run?.id ?? null),
      later: (action, milliseconds) => {
        const timer = setTimeout(action, milliseconds);
        return () => clearTimeout(timer);
      },
      now: () => Date.now(),
      chance: () => Math.random(),
    },
    (message) => {
      messages.push(message);
      plan();
    },
    (link) => {
      state = { ...state, link };
      plan();
    },
  );
  live.start();
  addEventListener("online", () => live.hurry());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      live.hurry();
      plan();
    }
  });
}

if (main !== null && page !== "") {
  document.documentElement.classList.add("scripted");
  update();
  start();
}
