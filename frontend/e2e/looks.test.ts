import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, Tab } from "./browser";
import { Service, until } from "./service";
import { Worker } from "./worker";

let service: Service;
let browser: Browser;
let axe: string;
let pages: Record<string, string>;
const stop = new AbortController();
const atWork: Promise<void>[] = [];

/** A night of a telescope, with everything that a page can show. */
const DEEPFIELD = {
  name: "deepfield",
  params: { image: "sky.pgm", threshold: 80 },
  resources: { cpu: 6, gpu: 1 },
  on_abandon: "finish_reachable",
  tasks: [
    { id: "plan", blocks: 4, requires: { cpu: 1 }, tags: ["linux"] },
    {
      id: "detect",
      blocks: 480,
      max_workers: 3,
      requires: { cpu: 1 },
      tags: ["linux"],
      after: [{ task: "plan", blocks: "all" }],
    },
    {
      id: "stitch",
      blocks: 480,
      max_workers: 2,
      requires: { cpu: 1 },
      tags: ["linux"],
      after: [{ task: "detect", blocks: "matching" }],
    },
    {
      id: "classify",
      blocks: 480,
      requires: { gpu: 1 },
      tags: ["gpu"],
      after: [{ task: "detect", blocks: "matching" }],
    },
    {
      id: "report",
      blocks: 1,
      requires: { cpu: 2 },
      tags: ["linux"],
      after: [
        { task: "stitch", blocks: "all" },
        { task: "classify", blocks: "all" },
      ],
    },
    { id: "archive", blocks: 12, requires: { cpu: 1 }, tags: ["tape"] },
    { id: "calibrate", blocks: 20, max_workers: 1, max_worker_restarts: 1, max_retries: 0, tags: ["flaky"] },
    { id: "flatten", blocks: 20, tags: ["flaky"], after: [{ task: "calibrate", blocks: "matching" }] },
  ],
};

beforeAll(async () => {
  const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  [service, browser, axe] = await Promise.all([
    Service.start(
      "--yardmaster.workers.embedded.count=0",
      "--yardmaster.budget.cpu=8",
      "--yardmaster.budget.gpu=2",
    ),
    launch(),
    readFile(source, "utf8"),
  ]);
  await service.submit({ name: "primes", tasks: [{ id: "count", blocks: 1_000_000_000, tags: ["big"] }] });
  const run = await service.submit(DEEPFIELD);
  for (let death = 0; death < 2; death++) {
    const worker = await Worker.register(service, "old", "attic-1", ["flaky"]);
    await worker.acquire(1);
    await worker.dies("killed by signal 9 (out of memory?)");
  }
  const names: [string, string, string[]][] = [
    ["ada", "node-1", ["linux"]],
    ["bob", "node-1", ["linux"]],
    ["cleo", "node-2", ["linux"]],
    ["dan", "node-2", ["linux", "ssd"]],
    ["eve", "node-3", ["gpu"]],
    ["finn", "node-3", ["big"]],
  ];
  for (const [name, host, tags] of names) {
    const worker = await Worker.register(service, name, host, tags);
    const deed = async ({ task, block, attempt }: { task: string; block: number; attempt: number }) => {
      await until("some time has passed", whenPassed(task === "classify" ? 90 : 40));
      return task === "detect" && block % 60 === 7 && attempt < 3
        ? "sky.pgm: No space left on device (os error 28)"
        : null;
    };
    atWork.push(worker.work(deed, stop.signal).catch(() => {})); // the service ends before they do
  }
  pages = {
    runs: "/",
    run: `/ui/runs/${run}`,
    workers: "/ui/workers",
    resources: "/ui/resources",
    submit: "/ui/submit",
  };
  await until("there is something to see", async () => {
    const seen = await service.call<{ tasks: { counters: { completed: number } }[] }>(`/runs/${run}`);
    return (seen.tasks[1]?.counters.completed ?? 0) > 150;
  });
});

afterAll(async () => {
  stop.abort();
  await Promise.allSettled(atWork);
  await browser?.close();
  await service?.end();
});

function whenPassed(milliseconds: number): () => boolean {
  const end = Date.now() + milliseconds;
  return () => Date.now() >= end;
}

/** Opens a page and waits until everything that it shows is there. */
async function open(name: string, looks: Parameters<typeof Tab.open>[2]): Promise<Tab> {
  const tab = await Tab.open(browser, service.url + pages[name], looks);
  await tab.live();
  const { page } = tab;
  if (name === "run") {
    await page.getByRole("button", { name: "detect", exact: true }).click();
    await page.locator("[data-detail=detect]").waitFor();
    await page.getByRole("region", { name: "Workers over time" }).scrollIntoViewIfNeeded();
    await page.locator("[data-timeline] li").first().waitFor({ state: "attached" });
    await page.locator(".uplot").first().waitFor();
    await page.locator("[data-failure]").first().waitFor();
    await page.locator(".blockmap").scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 0));
  } else if (name === "submit") {
    await page.getByRole("textbox", { name: "Pipeline document" }).fill(
      "name: deepfield\nresources: {cpu: 4}\ntasks:\n  - id: detect\n    blocks: 64\n    max_wrokers: 4\n    requires: {cpu: 8}\n" +
        "  - id: merge\n    blocks: 1\n    after: [{task: detekt, blocks: all}]\n",
    );
    await page.locator("[data-problem]").first().waitFor();
  } else if (name === "workers") {
    await page.locator("[data-worker]").first().waitFor();
  } else if (name === "resources") {
    await page.locator("[data-resource]").first().waitFor();
  } else {
    await page.locator("[data-run]").first().waitFor();
  }
  return tab;
}

const NAMES = ["runs", "run", "workers", "resources", "submit"];

describe.each(NAMES)("the page %s", (name) => {
  test.each([false, true])("has nothing that keeps people out (dark: %s)", async (dark) => {
    const tab = await open(name, { dark });
    await tab.page.evaluate(axe);
    const found = await tab.page.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    expect(
      found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`),
    ).toEqual([]);
    await tab.picture(dark ? `${name}-dark` : name, true);
    await tab.close();
  });

  test("fits into 360 pixels", async () => {
    const tab = await open(name, { width: 360, height: 740 });
    expect(await tab.tooWide()).toBe(0);
    await tab.picture(`${name}-narrow`);
    await tab.close();
  });

  test("reads well without a script", async () => {
    const tab = await Tab.open(browser, service.url + pages[name], { script: false, width: 360 });
    const text = await tab.page.locator("main").innerText();
    const told: Record<string, string[]> = {
      runs: ["deepfield-1", "primes-1", "running"],
      run: ["deepfield-1", "detect", "480", "archive"],
      workers: ["ada", "node-1", "linux"],
      resources: ["cpu", "of 8 used", "gpu"],
      submit: ["java -jar yardmaster.jar run pipeline.yaml"],
    };
    for (const words of told[name] ?? []) {
      expect(text).toContain(words);
    }
    expect(await tab.tooWide()).toBe(0);
    await tab.close();
  });
});

test("everything can be reached and done with the keyboard alone", async () => {
  const run = await service.submit({ name: "keys", tasks: [{ id: "one", blocks: 3, tags: ["none"] }, { id: "two", blocks: 3, tags: ["none"], after: [{ task: "one", blocks: "all" }] }] });
  const tab = await Tab.open(browser, `${service.url}/`);
  await tab.live();
  const { page } = tab;
  await page.locator(`[data-run="${run}"]`).waitFor();
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at === null ? "" : (at.getAttribute("aria-label") ?? at.textContent ?? "").trim();
    });
  const tabTo = async (what: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if ((await focused()).startsWith(what)) {
        return;
      }
    }
    throw new Error(`Tab does not lead to ${what}`);
  };
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("To the content");
  await tabTo(run);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/ui/runs/${run}`));
  await tab.live();

  await tabTo("Task graph");
  await until("the graph is there", async () => {
    await page.keyboard.press("ArrowRight");
    return (await page.locator("[data-detail]").getAttribute("data-detail")) === "two";
  });
  await page.keyboard.press("ArrowLeft");
  await page.locator("[data-detail=one]").waitFor();
  await tabTo("two");
  await page.keyboard.press("Enter");
  await page.locator("[data-detail=two]").waitFor();
  await tabTo("Map of");
  await page.keyboard.press("ArrowRight");
  await page.getByText("Block 0: 1 pending.").waitFor();

  await page.keyboard.press("Home");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tabTo("Cancel run");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  expect(await focused()).toBe("Keep it running");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Cancel the run");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `${run} cancelled` }).waitFor();
  tab.isContent();
  await tab.close();
});
