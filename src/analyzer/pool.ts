import type { Job } from "./attempt.js";

const keyOf = ({ organizationId, id }: Job): string => `${organizationId} ${id}`;

/** Does jobs, some at once and none twice at the same time: those that are urgent before the others. */
export class Pool {
  readonly #work: (job: Job) => Promise<void>;
  readonly #most: number;
  readonly #urgent = new Map<string, Job>();
  readonly #others = new Map<string, Job>();
  readonly #underWay = new Map<string, Promise<void>>();
  #emptied = Promise.withResolvers<void>();

  /** `work` never throws. */
  constructor(work: (job: Job) => Promise<void>, most: number) {
    this.#work = work;
    this.#most = most;
  }

  /** Soon. One that is under way is done once more after it: it may be for what has come meanwhile. */
  wake(job: Job): void {
    this.#urgent.set(keyOf(job), job);
    this.#begin();
  }

  /** Resolves when all of them have begun. */
  async add(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) if (!this.#underWay.has(keyOf(job))) this.#others.set(keyOf(job), job);
    this.#begin();
    if (this.#others.size > 0) await this.#emptied.promise;
  }

  /** Forgets what has not begun, and resolves when the rest has ended. */
  async stop(): Promise<void> {
    this.#urgent.clear();
    this.#others.clear();
    this.#emptied.resolve();
    await Promise.all(this.#underWay.values());
  }

  #begin(): void {
    for (const waiting of [this.#urgent, this.#others])
      for (const [key, job] of waiting) {
        if (this.#underWay.size >= this.#most) return;
        if (this.#underWay.has(key)) continue;
        waiting.delete(key);
        this.#underWay.set(key, this.#run(key, job));
      }
    if (this.#others.size > 0) return;
    this.#emptied.resolve();
    this.#emptied = Promise.withResolvers();
  }

  async #run(key: string, job: Job): Promise<void> {
    await this.#work(job);
    this.#underWay.delete(key);
    this.#begin();
  }
}
