/** What passes the time for a {@link Refresher}. */
export interface Clock {
  now(): number;
  /** Answers how to call it off. */
  later(action: () => void, milliseconds: number): () => void;
}

/**
 * Keeps an answer fresh while what it depends on changes faster than it can be asked for: one
 * question at a time, with pauses between them, and after the last change one more.
 */
export class Refresher<T> {
  private wanted: string | null = null;
  private asked: string | null = null;
  private subject: string | null = null;
  private lastAt = Number.NEGATIVE_INFINITY;
  private busy = false;
  private callOff: (() => void) | null = null;
  /** Answers to questions of an earlier generation are about something else. */
  private generation = 0;

  constructor(
    private readonly clock: Clock,
    private readonly pause: number,
    private readonly load: () => Promise<T>,
    private readonly onValue: (value: T) => void,
    private readonly onFailure: (failure: unknown) => void,
  ) {}

  /**
   * @param subject what it is about; another one is asked for at once, whatever is under way
   * @param version of what it depends on
   */
  want(subject: string, version: string): void {
    if (subject !== this.subject) {
      this.stop();
      this.subject = subject;
      this.lastAt = Number.NEGATIVE_INFINITY;
    }
    this.wanted = version;
    this.plan();
  }

  /** Nobody looks: nothing is asked, and what is under way is forgotten, until {@link want}. */
  stop(): void {
    this.asked = null;
    this.generation += 1;
    this.busy = false;
    this.callOff?.();
    this.callOff = null;
  }

  private plan(): void {
    if (!this.busy && this.callOff === null && this.wanted !== this.asked) {
      const wait = Math.max(0, this.lastAt + this.pause - this.clock.now());
      this.callOff = this.clock.later(() => this.ask(), wait);
    }
  }

  private ask(): void {
    const generation = this.generation;
    this.callOff = null;
    this.busy = true;
    this.asked = this.wanted;
    this.lastAt = this.clock.now();
    const answered = (tell: () => void) => {
      if (generation === this.generation) {
        this.busy = false;
        tell();
        this.plan();
      }
    };
    this.load().then(
      (value) => answered(() => this.onValue(value)),
      (failure: unknown) => answered(() => this.onFailure(failure)),
    );
  }
}
