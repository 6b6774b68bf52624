import type { LiveMessage } from "./wire";
import type { Link } from "./store";
import { CallFailed } from "./calls";

/** What a browser gives; a test gives something else. */
export interface Surroundings {
  connect(): WebSocketLike;
  /** A picture by plain calls, where no WebSocket comes through. */
  poll(): Promise<LiveMessage>;
  later(action: () => void, milliseconds: number): () => void;
  now(): number;
  /** 0 to 1. */
  chance(): number;
}

export interface WebSocketLike {
  addEventListener(type: "open" | "close", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: string }) => void): void;
  send(text: string): void;
  close(): void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/** What the service answers who has to sign in, again if he had before. */
const UNAUTHORIZED = 401;

/** After so long without a word the service is asked for a snapshot, to see that it is there. */
const SILENCE = 45_000;

/** And it has so long to answer, or the connection counts as lost. */
const ANSWER = 10_000;

/**
 * Keeps a page connected: subscribes, connects again with growing pauses, and begins each time with
 * a snapshot. Ends where whoever looks has to sign in again.
 */
export class Live {
  private socket: WebSocketLike | null = null;
  private failures = 0;
  private heard = 0;
  private count = 0;
  private stopTimer: () => void = () => {};
  private stopped = false;

  constructor(
    private readonly subscription: readonly string[],
    private readonly surroundings: Surroundings,
    private readonly onMessage: (message: LiveMessage) => void,
    private readonly onLink: (link: Link) => void,
  ) {}

  start(): void {
    this.heard = this.surroundings.now();
    this.open();
  }

  stop(): void {
    this.stopped = true;
    this.stopTimer();
    this.socket?.close();
  }

  /** The machine is back, or somebody looks again: no need to wait for the next attempt. */
  hurry(): void {
    if (this.socket === null && !this.stopped) {
      this.stopTimer();
      this.open();
    }
  }

  private open(): void {
    const socket = this.surroundings.connect();
    this.socket = socket;
    let live = false;
    socket.addEventListener("open", () => {
      this.subscribe(socket);
      this.watch(socket, ANSWER);
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data) as LiveMessage;
      this.heard = this.surroundings.now();
      this.count += 1;
      if (message.type === "snapshot" && !live) {
        live = true;
        this.failures = 0;
        this.onLink({ state: "live" });
        this.watch(socket, SILENCE);
      }
      this.onMessage(message);
    });
    socket.addEventListener("close", () => {
      if (this.socket === socket && !this.stopped) {
        this.socket = null;
        this.lost(live);
      }
    });
  }

  private subscribe(socket: WebSocketLike): void {
    socket.send(JSON.stringify({ subscribe: this.subscription }));
  }

  /** A cable that was pulled closes nothing; only silence tells. */
  private watch(socket: WebSocketLike, patience: number): void {
    this.stopTimer();
    const before = this.count;
    this.stopTimer = this.surroundings.later(() => {
      if (this.count > before) {
        this.watch(socket, SILENCE);
      } else if (patience === SILENCE) {
        this.subscribe(socket);
        this.watch(socket, ANSWER);
      } else {
        socket.close();
      }
    }, patience);
  }

  private lost(wasLive: boolean): void {
    this.stopTimer();
    this.failures += 1;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.failures - 1));
    const jittered = pause * (0.75 + this.surroundings.chance() / 2);
    this.stopTimer = this.surroundings.later(() => this.open(), jittered);
    if (wasLive) {
      this.onLink({ state: "lost", since: this.heard });
    } else {
      this.fallBack();
    }
  }

  private fallBack(): void {
    this.surroundings.poll().then(
      (message) => {
        if (this.socket === null && !this.stopped) {
          this.heard = this.surroundings.now();
          this.onMessage(message);
          this.onLink({ state: "polling" });
        }
      },
      (failure: unknown) => {
        if (failure instanceof CallFailed && failure.problem.status === UNAUTHORIZED) {
          this.stop();
          this.onLink({ state: "signed-out" });
        } else if (this.socket === null && !this.stopped) {
          this.onLink({ state: "lost", since: this.heard });
        }
      },
    );
  }
}
