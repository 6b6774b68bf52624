import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, Tab } from "./browser";
import { Service, until } from "./service";
import { Worker } from "./worker";

/** A frame, in milliseconds, and what a slow line carries beside other things. */
const LONGEST_UPDATE = 16;
const MOST_BYTES_A_SECOND = 50_000;

/** So many updates are measured, and at least for so long. */
const UPDATES = 60;
const MEASURED = 10_000;

let service: Service;
let browser: Browser;
const stop = new AbortController();
const atWork: Promise<void>[] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([
    Service.start("--yardmaster.workers.embedded.count=0"),
    launch(),
  ]);
});

afterAll(async () => {
  stop.abort();
  await Promise.allSettled(atWork);
  await browser?.close();
  await service?.end();
});

async function workers(count: number, tag: string, blocksAtOnce: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const worker = await Worker.register(service, `${tag}-${i}`, `host-${i % 3}`, [tag]);
    atWork.push(worker.work(() => null, stop.signal, blocksAtOnce).catch(() => {})); // the service ends before they do
  }
}

/** Lets a page run for a while; answers what its updates and its connection cost. */
async function measure(tab: Tab): Promise<{ median: number; worst: number; bytes: number }> {
  const wire = await tab.context.newCDPSession(tab.page);
  let bytes = 0;
  await wire.send("Network.enable");
  wire.on("Network.webSocketFrameReceived", ({ response }) => {
    bytes += response.payloadData.length;
  });
  wire.on("Network.dataReceived", ({ dataLength }) => {
    bytes += dataLength;
  });
  await tab.page.evaluate(() => performance.clearMeasures());
  const from = Date.now();
  bytes = 0;
  const durations = await until("the page was updated often", async () => {
    const found = await tab.page.evaluate(() =>
      performance.getEntriesByName("yardmaster:update").map((entry) => entry.duration),
    );
    return found.length >= UPDATES && Date.now() - from >= MEASURED ? found : null;
  });
  const seconds = (Date.now() - from) / 1_000;
  durations.sort((a, b) => a - b);
  return {
    median: durations[Math.floor(durations.length / 2)] ?? 0,
    worst: durations.at(-1) ?? 0,
    bytes: bytes / seconds,
  };
}

function assertSmooth(what: string, cost: Awaited<ReturnType<typeof measure>>) {
  console.log(
    `${what}: an update takes ${cost.median.toFixed(1)} ms (the longest ${cost.worst.toFixed(1)} ms),` +
      ` ${(cost.bytes / 1_000).toFixed(1)} kB/s on the wire`,
  );
  expect(cost.median).toBeLessThan(LONGEST_UPDATE);
  expect(cost.bytes).toBeLessThan(MOST_BYTES_A_SECOND);
}

test("a run with 1,000 tasks stays smooth", async () => {
  const tiles = Array.from({ length: 998 }, (_, i) => `tile-${i}`);
  const run = await service.submit({
    name: "many",
    tasks: [
      { id: "plan", blocks: 1, tags: ["many"] },
      ...tiles.map((id) => ({
        id,
        blocks: 200,
        tags: ["many"],
        after: [{ task: "plan", blocks: "all" }],
      })),
      { id: "merge", blocks: 1, tags: ["many"], after: tiles.map((task) => ({ task, blocks: "all" })) },
    ],
  });
  const tab = await Tab.open(browser, `${service.url}/ui/runs/${run}`);
  await tab.live();
  await workers(6, "many", 5);
  assertSmooth("1,000 tasks, in groups", await measure(tab));

  await tab.page.getByRole("checkbox", { name: "group tasks that stand alike" }).uncheck();
  await tab.page.getByText("Arranging 1,000 tasks…").waitFor({ state: "detached" });
  await tab.picture("run-1000");
  assertSmooth("1,000 tasks, a node each", await measure(tab));

  await tab.page.getByLabel("Task", { exact: true }).fill("tile-777");
  await tab.page.locator('[data-task="tile-777"]').waitFor();
  expect(await tab.page.locator("[data-task]").count()).toBe(1);
  tab.isContent();
  await tab.close();
});

test("a run with 1,000,000,000 blocks stays smooth", async () => {
  const run = await service.submit({
    name: "billion",
    tasks: [{ id: "count", blocks: 1_000_000_000, max_workers: 3, tags: ["billion"] }],
  });
  const tab = await Tab.open(browser, `${service.url}/ui/runs/${run}`);
  await tab.live();
  await workers(3, "billion", 50);
  await tab.page.locator(".blockmap").scrollIntoViewIfNeeded();
  await tab.page.getByText(/1,000,000,000 blocks, [\d,]+ a tile/).waitFor();
  assertSmooth("1,000,000,000 blocks", await measure(tab));
  tab.isContent();
  await tab.close();
});
