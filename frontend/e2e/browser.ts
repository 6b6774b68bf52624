import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { expect } from "vitest";

/** Debian's Chromium, or another one that is named. */
const CHROMIUM = process.env["YARDMASTER_CHROMIUM"] ?? "/usr/bin/chromium";

/** Quiet and by itself: it talks to the service and to nobody else. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where pictures for the documentation go; none are made where it is not set. */
const PICTURES = process.env["YARDMASTER_SCREENSHOTS"];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

export interface Looks {
  dark?: boolean;
  width?: number;
  height?: number;
  script?: boolean;
}

/** A page that notes everything a browser complains of. */
export class Tab {
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly origin: string,
  ) {}

  static async open(browser: Browser, url: string, looks: Looks = {}): Promise<Tab> {
    const context = await browser.newContext({
      colorScheme: looks.dark === true ? "dark" : "light",
      viewport: { width: looks.width ?? 1280, height: looks.height ?? 900 },
      javaScriptEnabled: looks.script ?? true,
      locale: "en-GB",
    });
    const page = await context.newPage();
    const tab = new Tab(page, context, new URL(url).origin);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        tab.complaints.push(message.text());
      }
    });
    page.on("pageerror", (error) => tab.complaints.push(String(error)));
    page.on("request", (request) => tab.onRequest(request.url()));
    await page.goto(url);
    return tab;
  }

  private onRequest(url: string) {
    if (!url.startsWith(this.origin) && !url.startsWith("data:") && !url.startsWith("ws://127.0.0.1")) {
      this.complaints.push(`a request to another host: ${url}`);
    }
  }

  /** Waits until the page is connected. */
  async live(): Promise<void> {
    await this.page.locator("#live [data-live=live]").waitFor();
  }

  /** No errors, no warnings, no requests elsewhere. */
  isContent(): void {
    expect(this.complaints).toEqual([]);
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** A picture for the documentation. */
  async picture(name: string, whole = false): Promise<void> {
    if (PICTURES !== undefined && PICTURES !== "") {
      await mkdir(PICTURES, { recursive: true });
      await this.page.screenshot({
        path: join(PICTURES, `${name}.png`),
        fullPage: whole,
        animations: "disabled",
      });
    }
  }

  /** How far the page is wider than the window. */
  tooWide(): Promise<number> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }
}
