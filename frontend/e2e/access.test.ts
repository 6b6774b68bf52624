import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, Tab, type Looks } from "./browser";
import { Service, until } from "./service";

/** Tokens as long as real ones. */
const ALICE = `ym_${"alice".repeat(8)}abc`;
const BOB = `ym_${"bobby".repeat(8)}abc`;

let service: Service;
let browser: Browser;
let axe: string;

function entry(index: number, name: string, role: string, token: string): string[] {
  const hash = createHash("sha256").update(token).digest("hex");
  const place = `--yardmaster.access.tokens[${index}]`;
  return [`${place}.name=${name}`, `${place}.roles=${role}`, `${place}.hash=sha256:${hash}`];
}

beforeAll(async () => {
  [service, browser, axe] = await Promise.all([
    Service.start(
      "--yardmaster.workers.embedded.count=0",
      ...entry(0, "alice", "submit", ALICE),
      ...entry(1, "bob", "view", BOB),
    ),
    launch(),
    readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await service?.end();
});

async function signIn(token: string, path = "/", looks: Looks = {}): Promise<Tab> {
  const tab = await Tab.open(browser, service.url + path, looks);
  await tab.page.getByLabel("Access token").fill(token);
  await tab.page.getByRole("button", { name: "Sign in" }).click();
  await tab.page.getByText("Signed in as").waitFor();
  return tab;
}

async function hasNothingThatKeepsPeopleOut(tab: Tab): Promise<void> {
  await tab.page.evaluate(axe);
  const found = await tab.page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

describe("the page to sign in", () => {
  test.each([false, true])("has nothing that keeps people out (dark: %s)", async (dark) => {
    const tab = await Tab.open(browser, `${service.url}/ui/workers`, { dark, width: 360 });
    expect(new URL(tab.page.url()).pathname).toBe("/sign-in");
    await hasNothingThatKeepsPeopleOut(tab);
    expect(await tab.tooWide()).toBe(0);
    tab.isContent();
    await tab.picture(dark ? "sign-in-dark" : "sign-in");
    await tab.close();
  });

  test("says that a token is wrong, and then takes the right one, by keyboard alone", async () => {
    const tab = await Tab.open(browser, `${service.url}/ui/resources`);
    const { page } = tab;
    await page.keyboard.type("ym_guess");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").innerText()).toBe("No token of this service is like that.");
    await hasNothingThatKeepsPeopleOut(tab);
    await page.keyboard.type(BOB);
    await page.keyboard.press("Enter");
    await page.getByText("Signed in as bob").waitFor();
    expect(new URL(page.url()).pathname).toBe("/ui/resources");
    await tab.close();
  });

  test("works without a script", async () => {
    const tab = await signIn(BOB, "/ui/workers", { script: false });
    expect(new URL(tab.page.url()).pathname).toBe("/ui/workers");
    await tab.page.getByRole("button", { name: "Sign out" }).click();
    await tab.page.getByRole("heading", { name: "Sign in" }).waitFor();
    tab.isContent();
    await tab.close();
  });

  test("is passed by a link from elsewhere, for who is signed in", async () => {
    const tab = await signIn(BOB);
    await tab.page.goto("data:text/html,<a id=there>there</a>");
    await tab.page.evaluate((url) => {
      (document.querySelector("#there") as HTMLAnchorElement).href = url;
    }, `${service.url}/ui/workers`);
    await tab.page.locator("#there").click();
    await tab.page.getByText("Signed in as bob").waitFor();
    expect(new URL(tab.page.url()).pathname).toBe("/ui/workers");
    await tab.close();
  });
});

describe("who has signed in", () => {
  test("may submit and cancel, and the run says who it was", async () => {
    const tab = await signIn(ALICE, "/ui/submit");
    const { page } = tab;
    await tab.live();
    await page
      .getByRole("textbox", { name: "Pipeline document" })
      .fill("name: named\ntasks:\n  - id: detect\n    blocks: 4\n    tags: [nobody]\n");
    await page.getByRole("button", { name: "Start the run" }).click();
    await page.getByText("Submitted by alice").waitFor();
    await hasNothingThatKeepsPeopleOut(tab);
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.getByRole("button", { name: "Cancel the run" }).click();
    await page.getByText("cancelled by alice").first().waitFor();
    tab.isContent();
    await tab.close();
  });

  test("is not offered what his token is not for", async () => {
    const run = await service.call<{ id: string }>(
      "/runs",
      { name: "looked-at", tasks: [{ id: "all", blocks: 3, tags: ["nobody"] }] },
      ALICE,
    );
    const tab = await signIn(BOB, `/ui/runs/${run.id}`);
    const { page } = tab;
    await tab.live();
    expect(await page.getByRole("button", { name: "Cancel run" }).count()).toBe(0);
    await page.getByRole("link", { name: "Submit" }).click();
    await page.getByText("that needs the role submit").waitFor();
    expect(await page.getByRole("button", { name: "Start the run" }).count()).toBe(0);
    await hasNothingThatKeepsPeopleOut(tab);
    expect(await tab.tooWide()).toBe(0);
    tab.isContent();
    await tab.close();
  });

  test("stays so over a restart, and is told when it is over", async () => {
    const tab = await signIn(BOB, "/ui/workers");
    const { page } = tab;
    await tab.live();
    await service.kill();
    await page.locator("#live [data-live=lost]").waitFor();
    await service.startAgain();
    await tab.live();

    await tab.context.clearCookies();
    await service.kill();
    await service.startAgain();
    await page.locator("#live [data-live=signed-out]").waitFor();
    await page.getByRole("link", { name: "sign in again" }).click();
    await page.getByLabel("Access token").fill(BOB);
    await page.getByRole("button", { name: "Sign in" }).click();
    await until("back where it was", () => new URL(page.url()).pathname === "/ui/workers");
    await tab.close();
  });
});
