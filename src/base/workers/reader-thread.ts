import type { Worker } from "node:worker_threads";
import { reportDamage } from "../../../db/engine/damage.js";
import { ConnectionLostError } from "../../../db/engine/errors.js";
import { Failure } from "../../../graph/core/errors.js";
import type { ReadRequest } from "./long-reads.js";
import type { ReaderData, ReadReply } from "./reader-worker.js";
import { startThread } from "./thread.js";

const unwrapReply = (reply: ReadReply): unknown => {
  if ("result" in reply) return reply.result;
  if ("error" in reply) throw Object.assign(new Error(reply.error.message), reply.error);
  const { code, reason, field } = reply.failure;
  throw new Failure(code, reason, field);
};

/** A thread with its own connection, for one read at a time. It starts with the first read, and again after it has died. */
export class ReaderThread {
  readonly #data: ReaderData;
  #worker: Worker | undefined;
  #reply: PromiseWithResolvers<ReadReply> | undefined;

  constructor(databaseUrl: string, budgetMs: number) {
    const isAborted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#data = { databaseUrl, budgetMs, isAborted };
  }

  get isBusy(): boolean {
    return this.#reply !== undefined;
  }

  /** Runs a read, and ends it between two rows if the signal aborts. The thread must not be busy. */
  async read(request: ReadRequest, signal: AbortSignal | undefined): Promise<unknown> {
    const reply = (this.#reply = Promise.withResolvers<ReadReply>());
    const { isAborted } = this.#data;
    const onAbort = (): void => {
      Atomics.store(isAborted, 0, 1);
    };
    Atomics.store(isAborted, 0, 0);
    signal?.addEventListener("abort", onAbort, { once: true });
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    worker.postMessage(request);
    try {
      const message = await reply.promise;
      signal?.throwIfAborted();
      return unwrapReply(message);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#reply = undefined;
      worker.unref();
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const started = startThread(new URL("./reader-worker.js", import.meta.url), {
      workerData: this.#data,
    });
    let cause = "";
    started.on("message", (message: ReadReply) => {
      if ("error" in message)
        reportDamage(this.#data.databaseUrl.slice("sqlite:".length), message.error);
      this.#reply?.resolve(message);
    });
    started.on("error", ({ message }: Error) => {
      cause = `: ${message}`;
    });
    started.on("exit", () => {
      this.#worker = undefined;
      this.#reply?.reject(new ConnectionLostError(`the reader thread has ended${cause}`));
    });
    return started;
  }
}
