import type { AttemptOutcome } from "../../graph/core/ports.js";

const MAX_IN_FLIGHT = 64;
const MAX_UNPROVEN_IN_FLIGHT = 32;
const MAX_SLOTS_PER_WEBHOOK = 4;
const QUICK_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** The slots of one webhook. A proven webhook has succeeded quickly and has not been slow since. */
interface WebhookSlots {
  limit: number;
  inFlight: number;
  isProven: boolean;
}

/**
 * Limits the concurrent attempts of each webhook, so that a slow receiver delays no other: 64 in total, of
 * which unproven webhooks share 32. A webhook starts with one slot, doubles to four on quick successes and
 * falls back to one after a timeout.
 */
export class FairQueue {
  readonly #webhooks = new Map<string, WebhookSlots>();
  #inFlight = 0;
  #unproven = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  #slotsOf(id: string): WebhookSlots {
    return this.#webhooks.get(id) ?? { limit: 1, inFlight: 0, isProven: false };
  }

  /** Returns how many more attempts the webhook may begin now. */
  countFreeSlots(id: string): number {
    const { limit, inFlight, isProven } = this.#slotsOf(id);
    const shared = isProven
      ? MAX_IN_FLIGHT
      : Math.min(MAX_IN_FLIGHT, this.#inFlight + MAX_UNPROVEN_IN_FLIGHT - this.#unproven);
    return Math.max(0, Math.min(limit - inFlight, shared - this.#inFlight));
  }

  acquire(id: string, count = 1): void {
    const slots = this.#slotsOf(id);
    slots.inFlight += count;
    this.#inFlight += count;
    if (!slots.isProven) this.#unproven += count;
    // Re-inserting keeps the map in order of use: #forget drops the webhook that was idle longest.
    this.#webhooks.delete(id);
    this.#webhooks.set(id, slots);
    if (this.#webhooks.size > MAX_REMEMBERED) this.#forget();
  }

  /** Releases slots whose attempts were not made. */
  release(id: string, count = 1): void {
    const slots = this.#slotsOf(id);
    slots.inFlight -= count;
    this.#inFlight -= count;
    if (!slots.isProven) this.#unproven -= count;
  }

  /** Releases a slot and adapts the webhook's limit to the outcome. */
  finish(id: string, { delivered, timedOut, durationMs }: AttemptOutcome): void {
    this.release(id);
    const slots = this.#slotsOf(id);
    const isQuick = durationMs < QUICK_MS;
    if (timedOut) slots.limit = 1;
    else if (delivered && isQuick) slots.limit = Math.min(MAX_SLOTS_PER_WEBHOOK, slots.limit * 2);
    // A quick failure does not show how long a success takes.
    this.#setProven(slots, isQuick ? slots.isProven || delivered : false);
  }

  #setProven(slots: WebhookSlots, isProven: boolean): void {
    if (slots.isProven === isProven) return;
    slots.isProven = isProven;
    this.#unproven += isProven ? -slots.inFlight : slots.inFlight;
  }

  #forget(): void {
    for (const [id, slots] of this.#webhooks) {
      if (slots.inFlight > 0) continue;
      this.#webhooks.delete(id);
      return;
    }
  }
}
