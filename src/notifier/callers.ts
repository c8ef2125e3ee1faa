import { setTimeout as later } from "node:timers";
import type { Lanes } from "./lanes.js";

/** Who waits for a place in a lane for an attempt of their own, besides what the rounds claim. */
export class Callers {
  readonly #lanes: Lanes;
  readonly #waiting = new Set<{ lane: string; tell: (entered: boolean) => void }>();
  #closed = false;

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  /** Takes a place as soon as there is one; false where there was none in time (ms), or will be none. */
  async enter(lane: string, patience: number): Promise<boolean> {
    if (this.#closed) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const caller = { lane, tell: resolve };
    const late = later(() => {
      this.#waiting.delete(caller);
      resolve(false);
    }, patience);
    this.#waiting.add(caller);
    this.admit();
    const entered = await promise;
    clearTimeout(late);
    return entered;
  }

  /** Gives places to those whom there is room for, in the order in which they came. */
  admit(): void {
    for (const caller of this.#waiting) {
      if (this.#lanes.room(caller.lane) === 0) continue;
      this.#waiting.delete(caller);
      this.#lanes.begin(caller.lane);
      caller.tell(true);
    }
  }

  /** Nobody gets a place any more. */
  close(): void {
    this.#closed = true;
    for (const caller of this.#waiting) caller.tell(false);
    this.#waiting.clear();
  }
}
