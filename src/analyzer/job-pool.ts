import type { AnalysisJob } from "./attempt-analysis.js";

const buildJobKey = ({ organizationId, id }: AnalysisJob): string => `${organizationId} ${id}`;

/** Runs jobs, a limited number at a time, urgent ones first, and never one job twice at the same time. */
export class JobPool {
  readonly #work: (job: AnalysisJob) => Promise<void>;
  readonly #concurrency: number;
  readonly #urgent = new Map<string, AnalysisJob>();
  readonly #regular = new Map<string, AnalysisJob>();
  readonly #running = new Map<string, Promise<void>>();
  #drained = Promise.withResolvers<void>();

  /** `work` never throws. */
  constructor(work: (job: AnalysisJob) => Promise<void>, concurrency: number) {
    this.#work = work;
    this.#concurrency = concurrency;
  }

  /** Runs the job before others. A job that is running runs again afterwards, since its call may have changed. */
  enqueueUrgent(job: AnalysisJob): void {
    this.#urgent.set(buildJobKey(job), job);
    this.#startJobs();
  }

  /** Resolves when all of the jobs have started. */
  async enqueue(jobs: readonly AnalysisJob[]): Promise<void> {
    for (const job of jobs)
      if (!this.#running.has(buildJobKey(job))) this.#regular.set(buildJobKey(job), job);
    this.#startJobs();
    if (this.#regular.size > 0) await this.#drained.promise;
  }

  /** Drops waiting jobs, and resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#urgent.clear();
    this.#regular.clear();
    this.#drained.resolve();
    await Promise.all(this.#running.values());
  }

  #startJobs(): void {
    for (const waiting of [this.#urgent, this.#regular])
      for (const [key, job] of waiting) {
        if (this.#running.size >= this.#concurrency) return;
        if (this.#running.has(key)) continue;
        waiting.delete(key);
        this.#running.set(key, this.#run(key, job));
      }
    if (this.#regular.size > 0) return;
    this.#drained.resolve();
    this.#drained = Promise.withResolvers();
  }

  async #run(key: string, job: AnalysisJob): Promise<void> {
    await this.#work(job);
    this.#running.delete(key);
    this.#startJobs();
  }
}
