import type { Service } from "./service";

interface Registered {
  id: string;
  token: string;
}

export interface Block {
  lease: string;
  task: string;
  block: number;
  attempt: number;
}

interface Work {
  binding?: { id: string };
  blocks: Block[];
  ended?: unknown;
}

/** What a worker says of a block: null for success, or what went wrong. */
export type Deed = (block: Block) => Promise<string | null> | string | null;

/** A worker that the test tells what to do, block by block. */
export class Worker {
  private constructor(
    private readonly service: Service,
    private readonly me: Registered,
  ) {}

  static async register(
    service: Service,
    name: string,
    host: string,
    tags: string[] = [],
  ): Promise<Worker> {
    return new Worker(service, await service.call<Registered>("/workers", { name, host, tags }));
  }

  private call<T>(what: string, body: unknown): Promise<T> {
    return this.service.call<T>(`/workers/${this.me.id}/${what}`, body, this.me.token);
  }

  acquire(blocks = 1, wait = "20s"): Promise<Work> {
    return this.call<Work>("acquire", { max_blocks: blocks, wait });
  }

  release(blocks: readonly Block[], error: string | null = null): Promise<unknown> {
    const results = blocks.map(({ lease }) =>
      error === null ? { lease, ok: true } : { lease, ok: false, error },
    );
    return this.call("release", { results });
  }

  /** Says that its process died. */
  async dies(reason: string): Promise<void> {
    await this.call("unbind", { clean: false, reason, exit_code: 137 });
  }

  async unbind(): Promise<void> {
    await this.call("unbind", { clean: true });
  }

  /** Works until the signal comes, or nothing is left. */
  async work(deed: Deed, signal: AbortSignal, blocksAtOnce = 1): Promise<void> {
    while (!signal.aborted) {
      const work = await this.acquire(blocksAtOnce, "1s");
      for (const block of work.blocks) {
        await this.release([block], await deed(block));
      }
      if (work.ended !== undefined) {
        await this.unbind();
      }
    }
  }
}
