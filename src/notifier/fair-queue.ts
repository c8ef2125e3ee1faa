import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { AttemptOutcome } from "../../graph/core/ports.js";

const ALL = SHARE_LIMITS.webhookAttempts;
const UNPROVEN = SHARE_LIMITS.unprovenWebhookAttempts;
const SLOW = SHARE_LIMITS.slowWebhookAttempts;
const MAX_SLOTS_PER_WEBHOOK = 4;
const QUICK_MS = 1_000;
const MAX_REMEMBERED = 10_000;
/** The number of quick attempts by unproven webhooks after which an organization no longer counts as slow. */
const QUICK_ATTEMPTS_AFTER_SLOW = 8;

/** A webhook, or the host of a test. */
export interface Receiver {
  organizationId: string;
  id: string;
}

/** The slots of one webhook. A proven webhook has succeeded quickly and has not been slow since. */
interface WebhookSlots {
  limit: number;
  inFlight: number;
  isProven: boolean;
}

/** The slots of one organization. `slowness` is above 0 while its unproven webhooks count as slow. */
interface OrganizationSlots {
  inFlight: number;
  unproven: number;
  slowness: number;
}

/** Re-inserts the entry: the map stays in order of use. Forgets the idle entry that was used longest ago. */
const remember = <T extends { inFlight: number }>(
  map: Map<string, T>,
  key: string,
  value: T,
): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MAX_REMEMBERED) return;
  for (const [oldest, { inFlight }] of map) {
    if (inFlight > 0) continue;
    map.delete(oldest);
    return;
  }
};

/**
 * Limits the concurrent attempts of each webhook and each organization, so that a slow receiver delays no other:
 * 64 in total, of which unproven webhooks share 32, and among these the organizations whose unproven webhooks
 * were slow share 24. A webhook starts with one slot, doubles to four on quick successes and falls back to one
 * after a timeout. The limits of an organization are in share-limits.ts.
 */
export class FairQueue {
  readonly #webhooks = new Map<string, WebhookSlots>();
  readonly #organizations = new Map<string, OrganizationSlots>();
  #inFlight = 0;
  #unproven = 0;
  /** The unproven attempts of slow organizations. */
  #slow = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Returns how many attempts of the organization run. */
  countInFlight(organizationId: string): number {
    return this.#organizations.get(organizationId)?.inFlight ?? 0;
  }

  #slotsOf(id: string): WebhookSlots {
    return this.#webhooks.get(id) ?? { limit: 1, inFlight: 0, isProven: false };
  }

  #organizationSlotsOf(organizationId: string): OrganizationSlots {
    return this.#organizations.get(organizationId) ?? { inFlight: 0, unproven: 0, slowness: 0 };
  }

  /** Returns how many more attempts the webhook may start now. */
  countFreeSlots({ organizationId, id }: Receiver): number {
    const { limit, inFlight, isProven } = this.#slotsOf(id);
    const own = this.#organizationSlotsOf(organizationId);
    const free = [limit - inFlight, ALL.places - this.#inFlight, ALL.placesPerKey - own.inFlight];
    if (!isProven) {
      free.push(UNPROVEN.places - this.#unproven, UNPROVEN.placesPerKey - own.unproven);
      if (own.slowness > 0) free.push(SLOW.places - this.#slow);
    }
    return Math.max(0, Math.min(...free));
  }

  acquire({ organizationId, id }: Receiver, count = 1): void {
    const slots = this.#slotsOf(id);
    const own = this.#organizationSlotsOf(organizationId);
    slots.inFlight += count;
    own.inFlight += count;
    this.#inFlight += count;
    if (!slots.isProven) this.#addUnproven(own, count);
    remember(this.#webhooks, id, slots);
    remember(this.#organizations, organizationId, own);
  }

  /** Releases slots that were not used. */
  release({ organizationId, id }: Receiver, count = 1): void {
    const slots = this.#slotsOf(id);
    const own = this.#organizationSlotsOf(organizationId);
    slots.inFlight -= count;
    own.inFlight -= count;
    this.#inFlight -= count;
    if (!slots.isProven) this.#addUnproven(own, -count);
  }

  /** Releases a slot and adapts the limits of the webhook and its organization to the outcome. */
  finish(receiver: Receiver, { delivered, timedOut, durationMs }: AttemptOutcome): void {
    this.release(receiver);
    const slots = this.#slotsOf(receiver.id);
    const own = this.#organizationSlotsOf(receiver.organizationId);
    const isQuick = durationMs < QUICK_MS;
    if (timedOut) slots.limit = 1;
    else if (delivered && isQuick) slots.limit = Math.min(MAX_SLOTS_PER_WEBHOOK, slots.limit * 2);
    if (!isQuick) this.#setSlowness(own, QUICK_ATTEMPTS_AFTER_SLOW);
    else if (!slots.isProven) this.#setSlowness(own, Math.max(0, own.slowness - 1));
    // A quick failure does not show how long a success takes.
    this.#setProven(slots, own, isQuick ? slots.isProven || delivered : false);
  }

  #addUnproven(own: OrganizationSlots, count: number): void {
    own.unproven += count;
    this.#unproven += count;
    if (own.slowness > 0) this.#slow += count;
  }

  #setSlowness(own: OrganizationSlots, slowness: number): void {
    if (own.slowness > 0) this.#slow -= own.unproven;
    own.slowness = slowness;
    if (own.slowness > 0) this.#slow += own.unproven;
  }

  #setProven(slots: WebhookSlots, own: OrganizationSlots, isProven: boolean): void {
    if (slots.isProven === isProven) return;
    slots.isProven = isProven;
    this.#addUnproven(own, isProven ? -slots.inFlight : slots.inFlight);
  }
}
