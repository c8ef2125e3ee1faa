import type { Caller } from "./caller.js";
import { Failure } from "../core/errors.js";
import { yieldToEventLoop } from "./yield-to-event-loop.js";

/** The longest time of a query, in milliseconds. */
const MAX_OPERATION_MS = 30_000;

/** The most bytes of text that a metered operation may load from the database. */
const MAX_LOADED_BYTES = 64 * 1024 * 1024;

/** What a row costs besides its texts. */
const ROW_BYTES = 64;

const sizeOfRow = (row: object): number => {
  let bytes = ROW_BYTES;
  for (const value of Object.values(row)) if (typeof value === "string") bytes += value.length;
  return bytes;
};

const listRows = (result: unknown): readonly unknown[] => {
  if (Array.isArray(result)) return result;
  const { nodes } = (result ?? {}) as { nodes?: unknown };
  return Array.isArray(nodes) ? nodes : [result];
};

/**
 * The remaining budget of an operation. A query stops at its next read once its caller has disconnected or its time is
 * over. An operation whose response could be too large is metered: it also stops once it has loaded too much.
 */
export class OperationBudget {
  #caller: Caller | undefined;
  readonly #now: () => number;
  readonly #deadline: number;
  #loadedBytes = 0;
  #isMetered = false;
  #isLarge = false;
  #isExceeded = false;
  #turn: Promise<unknown> = Promise.resolve();

  /** Without a caller, the operation is a change or a job, which nothing interrupts. */
  constructor(caller?: Caller, now: () => number = () => performance.now()) {
    this.#caller = caller;
    this.#now = now;
    this.#deadline = caller ? now() + MAX_OPERATION_MS : Infinity;
  }

  get isMetered(): boolean {
    return this.#isMetered;
  }

  /** Whether the response could be large. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** Whether the operation has loaded more than it may. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  markLarge(): void {
    this.#isLarge = true;
  }

  meter(): void {
    this.#isMetered = true;
  }

  /** From now on neither the caller nor the time stops the operation. */
  makeUninterruptible(): void {
    this.#caller = undefined;
  }

  /** @throws UNAVAILABLE if the caller has left or the time is over; PAYLOAD_TOO_LARGE if too much is loaded */
  check(): void {
    if (this.#isExceeded) throw new Failure("PAYLOAD_TOO_LARGE", "The operation loads too much");
    if (!this.#caller) return;
    if (this.#caller.hasLeft) throw this.#caller.signal.reason;
    if (this.#now() > this.#deadline)
      throw new Failure(
        "UNAVAILABLE",
        `The operation took more than ${MAX_OPERATION_MS / 1000} seconds: request less at once`,
      );
  }

  /** Counts the texts of a row, a list or a page in a metered operation. @throws PAYLOAD_TOO_LARGE */
  countLoaded(result: unknown): void {
    if (!this.#isMetered) return;
    for (const row of listRows(result))
      if (typeof row === "object" && row !== null) this.#loadedBytes += sizeOfRow(row);
    this.#isExceeded ||= this.#loadedBytes > MAX_LOADED_BYTES;
    this.check();
  }

  /** Marks the operation as one that would load too much. */
  exceed(): void {
    this.#isExceeded = true;
  }

  /**
   * Runs a field of the operation. A metered operation runs them one after the other, so that each is counted
   * before the next one loads, and other requests run between them.
   */
  runField<T>(work: () => T): T | Promise<Awaited<T>> {
    if (!this.#isMetered) {
      this.check();
      return work();
    }
    const run = async (): Promise<Awaited<T>> => {
      await yieldToEventLoop();
      this.check();
      const result = await work();
      this.countLoaded(result);
      return result;
    };
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
