import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, Tab } from "./browser";
import { Service, until } from "./service";
import { Worker, type Deed } from "./worker";

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

/** Workers with a tag of their own, so that tests do not take each other's work. */
async function workers(count: number, tag: string, deed: Deed): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const worker = await Worker.register(service, `${tag}-${i}`, "here", [tag]);
    atWork.push(worker.work(deed, stop.signal).catch(() => {})); // the service ends before they do
  }
}

function counter(tab: Tab, kind: string): Promise<string> {
  return tab.page
    .getByRole("region", { name: "All blocks of the run" })
    .locator(`li[data-kind=${kind}] b`)
    .innerText();
}

async function counterIs(tab: Tab, kind: string, value: string): Promise<void> {
  await until(`${value} ${kind}`, async () => (await counter(tab, kind)) === value);
}

describe("the dashboard", () => {
  test("a pipeline is submitted, and its counters rise to the right ends", async () => {
    const tab = await Tab.open(browser, `${service.url}/ui/submit`);
    const { page } = tab;
    await tab.live();
    const document = page.getByRole("textbox", { name: "Pipeline document" });
    await document.fill(
      "name: rising\ntasks:\n  - id: detect\n    blocks: 40\n    max_wrokers: 2\n    tags: [rising]\n" +
        "  - id: merge\n    blocks: -1\n    tags: [rising]\n    after: [{task: detect, blocks: all}]\n",
    );
    const problems = page.locator("[data-problem]");
    await problems.nth(1).waitFor();
    expect(await problems.count()).toBe(2);
    expect(await problems.nth(0).innerText()).toMatch(/^Line 5 .*max_wrokers/);
    expect(await problems.nth(1).innerText()).toMatch(/^Line 8 .*-1/);
    expect(await page.locator(".gutter .wrong").allInnerTexts()).toEqual(["5", "8"]);
    const start = page.getByRole("button", { name: "Start the run" });
    expect(await start.isDisabled()).toBe(true);
    await problems.nth(1).getByRole("button").click();
    expect(await document.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toBe(
      "    blocks: -1",
    );

    await document.fill((await document.inputValue()).replace("max_wrokers", "max_workers").replace("-1", "10"));
    await page.getByText("rising is valid: 2 tasks, 50 blocks.").waitFor();
    await start.click();
    await page.waitForURL(/\/ui\/runs\/rising-1$/);
    await tab.live();
    expect(await page.title()).toBe("0 % rising-1 · Yardmaster");
    await counterIs(tab, "ready", "40");
    await page.getByText("No worker of the kind it needs is registered").first().waitFor();

    const seen = new Set<string>();
    let hold = true;
    await workers(2, "rising", async ({ block }) => {
      if (block === 20) {
        await until("the test has looked", () => !hold);
      }
      return null;
    });
    await until("the counters rise", async () => {
      seen.add(await counter(tab, "completed"));
      return seen.size > 1;
    });
    hold = false;
    await counterIs(tab, "completed", "50");
    await page.getByRole("heading", { name: "rising-1 succeeded" }).waitFor();
    await until("the title says so", async () => (await page.title()) === "succeeded: rising-1 · Yardmaster");
    for (const kind of ["ready", "processing", "failed", "orphaned", "pending"]) {
      expect(await counter(tab, kind)).toBe("0");
    }
    expect(await page.locator('[data-task="detect"]').innerText()).toContain("40 of 40");
    await page.locator('[data-event="run_succeeded"]').waitFor();
    await page.getByRole("region", { name: "Workers over time" }).scrollIntoViewIfNeeded();
    await page.locator("[data-timeline] li").first().waitFor({ state: "attached" });
    const done = (await page.locator("[data-timeline] li").allTextContents()).map((text) =>
      Number(/: (\d+) block/.exec(text)?.[1]),
    );
    expect(done.reduce((all, blocks) => all + blocks, 0)).toBe(50);
    // A browser notes each refused call by itself; a wrong document is one.
    expect(tab.complaints.filter((text) => !text.includes("status of 422"))).toEqual([]);
    await tab.close();
  });

  test("an abandonment appears at once, and says what it means", async () => {
    const run = await service.submit({
      name: "doomed",
      tasks: [
        { id: "detect", blocks: 64, max_workers: 1, max_worker_restarts: 1, max_retries: 0, tags: ["doomed"] },
        { id: "label", blocks: 8, tags: ["doomed"], after: [{ task: "detect", blocks: "all" }] },
      ],
    });
    const tab = await Tab.open(browser, `${service.url}/ui/runs/${run}`);
    await tab.live();
    expect(await tab.page.locator("[data-notice]").count()).toBe(0);
    for (const name of ["first", "second"]) {
      const worker = await Worker.register(service, name, "here", ["doomed"]);
      const work = await worker.acquire();
      expect(work.blocks).toHaveLength(1);
      await worker.dies("out of memory");
    }
    const notice = tab.page.getByRole("alert").locator('[data-notice="detect"]');
    await notice.waitFor();
    const text = await notice.innerText();
    expect(text).toContain("Task detect was given up");
    expect(text).toContain("all 2 worker starts");
    expect(text).toContain("2 workers died");
    expect(text).toContain("max_worker_restarts");
    const ended = await service.call<{ tasks: { counters: { orphaned: number; failed: number } }[] }>(`/runs/${run}`);
    const [detect, label] = ended.tasks.map((task) => task.counters);
    expect(label?.orphaned).toBe(8);
    expect((detect?.orphaned ?? 0) + (detect?.failed ?? 0)).toBe(64);
    await until("the notice says how many where", async () =>
      (await notice.innerText()).includes(
        `${8 + (detect?.orphaned ?? 0)} blocks will never be executed: detect (${detect?.orphaned}), label (8)`,
      ),
    );
    await tab.page.locator('[data-event="task_abandoned"]').first().waitFor();
    await tab.page.getByRole("heading", { name: `${run} failed` }).waitFor();
    tab.isContent();
    await tab.close();
  });

  test("a run is cancelled, after a question, in all tabs", async () => {
    const run = await service.submit({ name: "unwanted", tasks: [{ id: "wait", blocks: 5, tags: ["nobody"] }] });
    const [one, two, list] = await Promise.all([
      Tab.open(browser, `${service.url}/ui/runs/${run}`),
      Tab.open(browser, `${service.url}/ui/runs/${run}`),
      Tab.open(browser, `${service.url}/?state=running`),
    ]);
    await Promise.all([one.live(), two.live(), list.live()]);
    await list.page.locator(`[data-run="${run}"]`).waitFor();
    await one.page.getByRole("button", { name: "Cancel run" }).click();
    const dialog = one.page.getByRole("dialog", { name: `Cancel ${run}?` });
    await dialog.getByRole("button", { name: "Keep it running" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await service.call<{ state: string }>(`/runs/${run}`)).state).toBe("running");

    await one.page.getByRole("button", { name: "Cancel run" }).click();
    await dialog.getByRole("button", { name: "Cancel the run" }).click();
    for (const tab of [one, two]) {
      await tab.page.getByRole("heading", { name: `${run} cancelled` }).waitFor();
      await counterIs(tab, "orphaned", "5");
      await tab.page.getByText("cancelled on request").first().waitFor();
      expect(await tab.page.getByRole("button", { name: "Cancel run" }).count()).toBe(0);
    }
    await list.page.locator(`[data-run="${run}"]`).waitFor({ state: "detached" });
    for (const tab of [one, two, list]) {
      tab.isContent();
      await tab.close();
    }
  });

  test("what users write stays text everywhere", async () => {
    const script = "<script>document.title='hurt'</script><img src=x onerror=\"document.title='hurt'\">";
    const tag = "<img src=x onerror=alert()>";
    const worker = await Worker.register(service, `w ${script}`, `h ${script}`, ["inert", tag]);
    const run = await service.submit({
      name: "inert",
      params: { text: script },
      tasks: [
        { id: "say", blocks: 2, max_retries: 0, block_failure: "continues", tags: ["inert"] },
      ],
    });
    const tab = await Tab.open(browser, `${service.url}/ui/runs/${run}`);
    await tab.live();
    const work = await worker.acquire(1);
    await worker.release(work.blocks, `e ${script}`);
    await worker.acquire(1, "0s");
    await tab.page.locator('[data-failure="say"] pre').waitFor();
    expect(await tab.page.locator('[data-failure="say"] pre').innerText()).toBe(`e ${script}`);
    await tab.page.getByText(`text=${script}`).waitFor();
    for (const path of ["/ui/workers", "/ui/resources", "/"]) {
      const other = await Tab.open(browser, `${service.url}${path}`);
      await other.live();
      if (path === "/ui/workers") {
        await other.page.getByText(`w ${script}`).waitFor();
        await other.page.getByText(tag, { exact: true }).waitFor();
        await other.page.getByRole("heading", { name: `h ${script}` }).waitFor();
      }
      expect(await other.page.title()).not.toContain("hurt");
      expect(await other.page.locator("img, script:not([src]):not([type='application/json'])").count()).toBe(0);
      other.isContent();
      await other.close();
    }
    expect(await tab.page.title()).not.toContain("hurt");
    expect(await tab.page.locator("img").count()).toBe(0);
    tab.isContent();
    await tab.close();
  });

  test("a service that was killed and started again is found again", async () => {
    const run = await service.submit({ name: "lasting", tasks: [{ id: "wait", blocks: 7, tags: ["lasting"] }] });
    const tab = await Tab.open(browser, `${service.url}/ui/runs/${run}`);
    await tab.live();
    const worker = await Worker.register(service, "lasting", "here", ["lasting"]);
    const work = await worker.acquire(1);
    await worker.release(work.blocks);
    await counterIs(tab, "completed", "1");

    await service.kill();
    const state = tab.page.locator("#live [data-live=lost]");
    await state.waitFor();
    expect(await state.innerText()).toMatch(/^not connected, showing what was at \d\d:\d\d:\d\d UTC$/);
    expect(await counter(tab, "completed")).toBe("1");

    await service.startAgain();
    await tab.live();
    const again = await Worker.register(service, "lasting again", "here", ["lasting"]);
    await until("the last block is done", async () => {
      const { blocks } = await again.acquire(1, "1s");
      await again.release(blocks);
      return (await counter(tab, "completed")) === "7";
    });
    await tab.page.getByRole("heading", { name: `${run} succeeded` }).waitFor();
    await tab.page.reload();
    await tab.live();
    await tab.page.getByRole("region", { name: "Pace" }).locator(".uplot").waitFor();
    await tab.close();
  });
});
