import { setTimeout as startTimer } from "node:timers";
import type { FairQueue, Receiver } from "./fair-queue.js";

/** Queues tests, which the outbox does not contain, for slots of the fair queue. */
export class SlotQueue {
  readonly #slots: FairQueue;
  readonly #waiting = new Set<{ receiver: Receiver; resolve: (isGranted: boolean) => void }>();
  #isClosed = false;

  constructor(slots: FairQueue) {
    this.#slots = slots;
  }

  /** Acquires a slot. Returns false without a slot within `timeoutMs`, or after `close`. */
  async acquire(receiver: Receiver, timeoutMs: number): Promise<boolean> {
    if (this.#isClosed) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const caller = { receiver, resolve };
    const timer = startTimer(() => {
      this.#waiting.delete(caller);
      resolve(false);
    }, timeoutMs);
    this.#waiting.add(caller);
    this.grantSlots();
    const isGranted = await promise;
    clearTimeout(timer);
    return isGranted;
  }

  /** Assigns free slots to waiting callers in order of arrival. */
  grantSlots(): void {
    for (const caller of this.#waiting) {
      if (this.#slots.countFreeSlots(caller.receiver) === 0) continue;
      this.#waiting.delete(caller);
      this.#slots.acquire(caller.receiver);
      caller.resolve(true);
    }
  }

  /** Refuses every waiting and every later caller. */
  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#waiting) resolve(false);
    this.#waiting.clear();
  }
}
