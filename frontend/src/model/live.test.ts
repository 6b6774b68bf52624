import { describe, expect, it } from "vitest";
import { Live, type WebSocketLike } from "./live";
import type { Link } from "./store";
import { CallFailed } from "./calls";
import type { LiveMessage } from "./wire";

class FakeSocket implements WebSocketLike {
  readonly sent: string[] = [];
  private readonly listeners = new Map<string, ((event: { data: string }) => void)[]>();

  addEventListener(type: string, listener: (event: { data: string }) => void) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  send(text: string) {
    this.sent.push(text);
  }

  close() {
    this.happens("close");
  }

  happens(type: string, data = "") {
    this.listeners.get(type)?.forEach((listener) => listener({ data }));
  }

  says(message: unknown) {
    this.happens("message", JSON.stringify(message));
  }
}

const SNAPSHOT = { type: "snapshot", runs: [], run_details: [], resources: [], at: "" };

/** A browser whose time passes when the test says so. */
class FakeBrowser {
  readonly sockets: FakeSocket[] = [];
  readonly links: Link[] = [];
  readonly messages: LiveMessage[] = [];
  readonly pauses: number[] = [];
  reachable = false;
  failure: Error = new Error("away");
  private time = 1_000;
  private timers: { due: number; action: () => void }[] = [];

  readonly live = new Live(
    ["deepfield-12"],
    {
      connect: () => {
        const socket = new FakeSocket();
        this.sockets.push(socket);
        return socket;
      },
      poll: () =>
        this.reachable
          ? Promise.resolve(SNAPSHOT as unknown as LiveMessage)
          : Promise.reject(this.failure),
      later: (action, milliseconds) => {
        const timer = { due: this.time + milliseconds, action };
        this.timers.push(timer);
        this.pauses.push(milliseconds);
        return () => (this.timers = this.timers.filter((one) => one !== timer));
      },
      now: () => this.time,
      chance: () => 0.5,
    },
    (message) => this.messages.push(message),
    (link) => this.links.push(link),
  );

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) {
      throw new Error("nobody has connected");
    }
    return last;
  }

  passes(milliseconds: number) {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) {
        break;
      }
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.due;
      next.action();
    }
    this.time = end;
  }

  connects() {
    this.socket.happens("open");
    this.socket.says(SNAPSHOT);
  }
}

describe("the live connection", () => {
  it("subscribes, and is live with the first snapshot", () => {
    const browser = new FakeBrowser();
    browser.live.start();
    browser.socket.happens("open");
    expect(browser.socket.sent).toEqual(['{"subscribe":["deepfield-12"]}']);
    expect(browser.links).toEqual([]);
    browser.socket.says(SNAPSHOT);
    expect(browser.links).toEqual([{ state: "live" }]);
  });

  it("says since when it shows old things, and comes back", () => {
    const browser = new FakeBrowser();
    browser.live.start();
    browser.connects();
    browser.passes(5_000);
    browser.socket.close();
    expect(browser.links.at(-1)).toEqual({ state: "lost", since: 1_000 });
    browser.passes(300);
    expect(browser.sockets).toHaveLength(2);
    browser.connects();
    expect(browser.links.at(-1)).toEqual({ state: "live" });
  });

  it("waits longer each time, up to ten seconds", () => {
    const browser = new FakeBrowser();
    browser.live.start();
    browser.connects();
    browser.pauses.length = 0;
    for (let attempt = 0; attempt < 8; attempt++) {
      browser.socket.close();
      browser.passes(10_000);
    }
    expect(browser.pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it("asks by plain calls where no WebSocket comes through", async () => {
    const browser = new FakeBrowser();
    browser.reachable = true;
    browser.live.start();
    browser.socket.close();
    await Promise.resolve();
    await Promise.resolve();
    expect(browser.links).toEqual([{ state: "polling" }]);
    expect(browser.messages).toHaveLength(1);
  });

  it("asks a service that has long been silent whether it is there", () => {
    const browser = new FakeBrowser();
    browser.live.start();
    browser.connects();
    browser.passes(46_000);
    expect(browser.socket.sent).toHaveLength(2);
    browser.socket.says(SNAPSHOT);
    browser.passes(11_000);
    expect(browser.sockets).toHaveLength(1);
    browser.passes(60_000);
    expect(browser.links.at(-1)?.state).toBe("lost");
  });

  it("does not wait when somebody looks again", () => {
    const browser = new FakeBrowser();
    browser.live.start();
    browser.connects();
    for (let attempt = 0; attempt < 6; attempt++) {
      browser.socket.close();
      browser.passes(10_000);
    }
    browser.socket.close();
    const before = browser.sockets.length;
    browser.live.hurry();
    expect(browser.sockets).toHaveLength(before + 1);
    browser.live.hurry();
    expect(browser.sockets).toHaveLength(before + 1);
  });

  it("does not knock for ever at a door that wants a name", async () => {
    const browser = new FakeBrowser();
    browser.failure = new CallFailed({ status: 401, detail: "who are you?" });
    browser.live.start();
    browser.connects();
    browser.socket.close();
    browser.passes(300);
    expect(browser.sockets).toHaveLength(2);
    browser.socket.close();
    await new Promise((resolve) => setTimeout(resolve));
    expect(browser.links.at(-1)).toEqual({ state: "signed-out" });
    browser.passes(600_000);
    browser.live.hurry();
    expect(browser.sockets).toHaveLength(2);
  });
});
