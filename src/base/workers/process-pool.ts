import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { FairShares, type ShareLimits } from "../../../db/engine/fair-shares.js";
import { limitMemory } from "./limit-memory.js";
import { startProcess } from "./process.js";
import { WarmPool } from "./warm-pool.js";

const MEMORY_POLL_MS = 200;

/** The process ended, or was ended for a limit, before it replied. */
export class ProcessEndError extends Error {}

export interface ProcessPoolOptions {
  /** The compiled script that the processes run, which answers each message with one message. */
  script: URL;
  limits: ShareLimits;
  heapMib: number;
  /** Resident memory of a process. */
  maxResidentBytes: number;
  /** The longest time of a request. A process of low priority may wait for a core. */
  timeoutMs: number;
  /** How long an idle process stays. */
  idleMs: number;
}

/** Runs requests in processes without secrets, which start with a request and end when there is none for a while. */
export class ProcessPool<Request extends object, Reply extends object> {
  readonly #options: ProcessPoolOptions;
  readonly #shares: FairShares;
  readonly #processes: WarmPool<ChildProcess>;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
    this.#shares = new FairShares(options.limits);
    this.#processes = new WarmPool(
      { start: () => this.#start(), end: (child) => void child.kill("SIGKILL") },
      options.idleMs,
    );
  }

  /**
   * Runs a request in one of the key's slots; the key is usually an organization. Ends the process if the request
   * aborts.
   * @throws ProcessEndError, ShareExceededError, the signal's reason
   */
  async run(key: string, request: Request, signal?: AbortSignal): Promise<Reply> {
    return this.#shares.run(key, () => this.#runOnWarm(request, signal), signal);
  }

  #start(): ChildProcess {
    const { script, heapMib } = this.#options;
    const child = startProcess(script, { heapMib });
    const kill = (): void => void child.kill("SIGKILL");
    process.once("exit", kill);
    const forget = (): void => {
      process.off("exit", kill);
      this.#processes.forget(child);
    };
    return child.once("exit", forget).once("error", forget);
  }

  async #runOnWarm(request: Request, signal: AbortSignal | undefined): Promise<Reply> {
    signal?.throwIfAborted();
    const child = this.#processes.take();
    child.ref();
    child.channel?.ref();
    try {
      return await this.#runOn(child, request, signal);
    } finally {
      if (child.connected && !child.killed) {
        child.unref();
        child.channel?.unref();
        this.#processes.putBack(child);
      }
    }
  }

  async #runOn(
    child: ChildProcess,
    request: Request,
    stopping: AbortSignal | undefined,
  ): Promise<Reply> {
    const { maxResidentBytes, timeoutMs } = this.#options;
    const done = new AbortController();
    const kill = (): void => void child.kill("SIGKILL");
    const timeout = setTimeout(kill, timeoutMs).unref();
    stopping?.addEventListener("abort", kill, { once: true });
    const answered = once(child, "message", { signal: done.signal });
    const ended = once(child, "exit", { signal: done.signal }).then(([code, killed]) => {
      throw new ProcessEndError(`the process ended with ${killed ?? code}`);
    });
    void limitMemory(child, { maxResidentBytes, pollMs: MEMORY_POLL_MS }, done.signal);
    try {
      // A process that can't receive it ends.
      child.send(request, () => {});
      const [reply] = (await Promise.race([answered, ended])) as [Reply];
      return reply;
    } catch (error) {
      kill();
      stopping?.throwIfAborted();
      throw error;
    } finally {
      done.abort();
      clearTimeout(timeout);
      stopping?.removeEventListener("abort", kill);
      await Promise.allSettled([answered, ended]);
    }
  }
}
