import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { FairShares, type ShareLimits } from "../../../db/engine/fair-shares.js";
import { startThread } from "./thread.js";
import { WarmPool } from "./warm-pool.js";

/** A thread exceeded a request's memory or time limit. */
export class ThreadLimitError extends Error {
  constructor(readonly limit: "memory" | "time") {
    super(`the thread has reached its limit of ${limit}`);
  }
}

interface ThreadPoolOptions {
  /** The compiled script that the threads run, which answers each message with one message. */
  script: URL;
  limits: ShareLimits;
  maxHeapMib: number;
  timeoutMs: number;
}

/** Runs requests on threads, which start with a request and end when there is none for a while. */
export class ThreadPool<Request, Reply> {
  readonly #timeoutMs: number;
  readonly #shares: FairShares;
  readonly #threads: WarmPool<Worker>;

  constructor({ script, limits, maxHeapMib, timeoutMs }: ThreadPoolOptions) {
    this.#timeoutMs = timeoutMs;
    this.#shares = new FairShares(limits);
    const start = (): Worker => {
      const resourceLimits = { maxOldGenerationSizeMb: maxHeapMib };
      const thread = startThread(script, { resourceLimits });
      // The exit event reports the same failure.
      return thread.on("error", () => {}).once("exit", () => this.#threads.forget(thread));
    };
    this.#threads = new WarmPool({ start, end: (thread) => void thread.terminate() });
  }

  /**
   * Runs a request in one of the key's slots; the key is usually an organization. Ends the thread if the request
   * aborts.
   * @throws ThreadLimitError, ShareExceededError, the signal's reason
   */
  async run(key: string, request: Request, signal?: AbortSignal): Promise<Reply> {
    const work = async (): Promise<Reply> => {
      const thread = this.#threads.take();
      thread.ref();
      const reply = await this.#runOn(thread, request, signal);
      thread.unref();
      this.#threads.putBack(thread);
      return reply;
    };
    return this.#shares.run(key, work, signal);
  }

  async #runOn(
    thread: Worker,
    request: Request,
    stopping: AbortSignal | undefined,
  ): Promise<Reply> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const done = new AbortController();
    const signal = AbortSignal.any([timeout, done.signal, ...(stopping ? [stopping] : [])]);
    const answered = once(thread, "message", { signal });
    const ended = once(thread, "exit", { signal }).then(() => {
      throw new ThreadLimitError("memory");
    });
    try {
      thread.postMessage(request);
      const [reply] = (await Promise.race([answered, ended])) as [Reply];
      return reply;
    } catch (error) {
      void thread.terminate();
      if (timeout.aborted) throw new ThreadLimitError("time");
      if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY")
        throw new ThreadLimitError("memory");
      throw error;
    } finally {
      done.abort();
      await Promise.allSettled([answered, ended]);
    }
  }
}
