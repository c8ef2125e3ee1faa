/** How long a worker stays for the next work, in milliseconds. */
const DEFAULT_IDLE_MS = 10_000;

/** Starts and ends the workers of a pool. */
export interface WorkerKind<Worker> {
  start: () => Worker;
  end: (worker: Worker) => void;
}

/**
 * Keeps idle workers for a while, because a start takes longer than most work. Sets no limits: FairShares does that.
 */
export class WarmPool<Worker> {
  readonly #kind: WorkerKind<Worker>;
  readonly #idleMs: number;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor(kind: WorkerKind<Worker>, idleMs = DEFAULT_IDLE_MS) {
    this.#kind = kind;
    this.#idleMs = idleMs;
  }

  /** Returns an idle worker, or a new one. */
  take(): Worker {
    const [worker] = this.#idle.keys();
    if (worker === undefined) return this.#kind.start();
    this.forget(worker);
    return worker;
  }

  /** Keeps the worker for the next work. */
  putBack(worker: Worker): void {
    const end = (): void => {
      this.forget(worker);
      this.#kind.end(worker);
    };
    this.#idle.set(worker, setTimeout(end, this.#idleMs).unref());
  }

  /** Removes a worker that has ended. */
  forget(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }
}
