import { FairShares, type ShareLimits } from "../../../db/engine/fair-shares.js";

/** A job; `id` is unique in the organization. */
export interface PoolJob {
  organizationId: string;
  id: string;
}

/** The waiting jobs of each organization, by recording. */
class JobQueue {
  readonly #organizations = new Map<string, Map<string, PoolJob>>();

  add(job: PoolJob): void {
    const jobs = this.#organizations.get(job.organizationId) ?? new Map<string, PoolJob>();
    jobs.set(job.id, job);
    this.#organizations.set(job.organizationId, jobs);
  }

  has(organizationId: string): boolean {
    return this.#organizations.has(organizationId);
  }

  /** Lists the organizations with waiting jobs, longest wait first. */
  listOrganizations(): string[] {
    return [...this.#organizations.keys()];
  }

  /** Removes and returns the organization's first job that `isFree`. Its next turn comes after all others. */
  takeFirst(organizationId: string, isFree: (job: PoolJob) => boolean): PoolJob | undefined {
    const jobs = this.#organizations.get(organizationId);
    for (const job of jobs?.values() ?? []) {
      if (!isFree(job)) continue;
      jobs!.delete(job.id);
      this.#organizations.delete(organizationId);
      if (jobs!.size > 0) this.#organizations.set(organizationId, jobs!);
      return job;
    }
    return undefined;
  }

  clear(): void {
    this.#organizations.clear();
  }
}

const buildJobKey = ({ organizationId, id }: PoolJob): string => `${organizationId} ${id}`;

/**
 * Runs jobs, a limited number at a time, urgent ones first, and never one job twice at the same time. The organizations
 * take turns; those with the fewest running jobs go first.
 */
export class JobPool {
  readonly #work: (job: PoolJob) => Promise<void>;
  readonly #shares: FairShares;
  readonly #urgent = new JobQueue();
  readonly #regular = new JobQueue();
  readonly #running = new Map<string, Promise<void>>();
  /** Resolvers of `enqueue`, by organization. */
  readonly #drained = new Map<string, PromiseWithResolvers<void>>();

  /** `work` never throws. */
  constructor(work: (job: PoolJob) => Promise<void>, limits: ShareLimits) {
    this.#work = work;
    this.#shares = new FairShares(limits);
  }

  /** Runs the job before others. A running job runs again afterwards, because its call may have changed. */
  enqueueUrgent(job: PoolJob): void {
    this.#urgent.add(job);
    this.#startJobs();
  }

  /** Resolves when all waiting jobs of the organization have started. */
  async enqueue(organizationId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const job = { organizationId, id };
      if (!this.#running.has(buildJobKey(job))) this.#regular.add(job);
    }
    this.#startJobs();
    if (!this.#regular.has(organizationId)) return;
    const drained = this.#drained.get(organizationId) ?? Promise.withResolvers<void>();
    this.#drained.set(organizationId, drained);
    await drained.promise;
  }

  /** Drops waiting jobs, and resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#urgent.clear();
    this.#regular.clear();
    this.#resolveDrained();
    await Promise.all(this.#running.values());
  }

  #startJobs(): void {
    for (const queue of [this.#urgent, this.#regular]) while (this.#startNext(queue));
    this.#resolveDrained();
  }

  /** Starts the next job of the queue. Returns false if none can start. */
  #startNext(queue: JobQueue): boolean {
    const byRunning = queue
      .listOrganizations()
      .toSorted((one, other) => this.#shares.countRunning(one) - this.#shares.countRunning(other));
    for (const organizationId of byRunning) {
      const release = this.#shares.tryAcquire(organizationId);
      if (!release) continue;
      const job = queue.takeFirst(organizationId, (one) => !this.#running.has(buildJobKey(one)));
      if (job) {
        this.#running.set(buildJobKey(job), this.#run(job, release));
        return true;
      }
      release();
    }
    return false;
  }

  #resolveDrained(): void {
    for (const [organizationId, { resolve }] of this.#drained) {
      if (this.#regular.has(organizationId)) continue;
      this.#drained.delete(organizationId);
      resolve();
    }
  }

  async #run(job: PoolJob, release: () => void): Promise<void> {
    await this.#work(job);
    this.#running.delete(buildJobKey(job));
    release();
    this.#startJobs();
  }
}
