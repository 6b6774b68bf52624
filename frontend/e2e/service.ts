import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile, mkdir } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** As long as anything that is known to come may take on a machine that is very busy. */
export const PATIENCE = 4 * 60_000;

/** Waits until something holds; the only thing that a test here waits by. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const found = await probe();
    if (found) {
      return found;
    }
    await pause(50);
  }
  throw new Error(`in vain: ${what}`);
}

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set; BrowserIT sets it, and CONTRIBUTING.md says how to do it by hand`);
  }
  return value;
}

/** A real service with its database in a file; it can be killed and started again where it was. */
export class Service {
  private process: ChildProcess | null = null;
  private starts = 0;
  private port = 0;

  private constructor(
    private readonly directory: string,
    private readonly settings: readonly string[],
  ) {}

  static async start(...settings: string[]): Promise<Service> {
    const directory = await mkdtemp(join(tmpdir(), "yardmaster-browser-"));
    const service = new Service(directory, settings);
    await service.launch();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private async launch(): Promise<void> {
    const said = join(this.directory, `said-${++this.starts}`);
    const output = createWriteStream(said);
    const started = spawn(
      given("YARDMASTER_JAVA"),
      [
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-jar",
        given("YARDMASTER_JAR"),
        "server",
        "--port",
        String(this.port),
        ...this.settings,
      ],
      { cwd: this.directory, stdio: ["ignore", "pipe", "pipe"] },
    );
    this.process = started;
    started.stdout.pipe(output);
    started.stderr.pipe(output);
    const ready = await until("the service is ready", async () => {
      const text = await readFile(said, "utf8").catch(() => "");
      if (started.exitCode !== null) {
        throw new Error(`the service ended with ${started.exitCode}: ${text}`);
      }
      return /is ready: http:\/\/[^/ ]+:(\d+)\//.exec(text);
    });
    this.port = Number(ready[1]);
  }

  /** `kill -9`; returns when it is gone. */
  async kill(): Promise<void> {
    const running = this.process;
    if (running !== null && running.exitCode === null && running.signalCode === null) {
      const gone = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGKILL");
      await gone;
    }
    this.process = null;
  }

  async startAgain(): Promise<void> {
    await this.launch();
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** A file where the service works, and so its commands. */
  async write(name: string, text: string): Promise<string> {
    const file = join(this.directory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  }

  get folder(): string {
    return this.directory;
  }

  async call<T>(path: string, body?: unknown, token?: string): Promise<T> {
    const reply = await fetch(`${this.url}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) {
      throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    }
    return (await reply.json()) as T;
  }

  /** Submits a pipeline; answers the name of its run. */
  async submit(pipeline: unknown): Promise<string> {
    return (await this.call<{ id: string }>("/runs", pipeline)).id;
  }
}
