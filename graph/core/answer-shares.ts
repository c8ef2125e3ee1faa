import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { yieldToEventLoop } from "./yield-to-event-loop.js";

/** Limits the answers of an organization that are built, or that their callers have not read yet. */
export class AnswerShares extends FairShares {
  constructor() {
    super(SHARE_LIMITS.answers);
  }

  /**
   * Waits for a place, as FairShares does. An answer that waited begins in a later turn of the event loop: answers are
   * built without a pause, and a row of them would keep every other organization waiting.
   */
  override async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    const free = this.tryAcquire(key);
    if (free) return free;
    const release = await super.acquire(key, signal);
    await yieldToEventLoop();
    return release;
  }
}
