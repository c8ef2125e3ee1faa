import type { FairQueue, Receiver } from "./fair-queue.js";

/** The webhooks that may have waiting deliveries, by organization. */
export class ReadyWebhooks {
  /** In the order of turns: the first organization and its first webhook are next. */
  readonly #organizations = new Map<string, Set<string>>();

  add({ organizationId, id }: Receiver): void {
    const webhooks = this.#organizations.get(organizationId) ?? new Set();
    webhooks.add(id);
    this.#organizations.set(organizationId, webhooks);
  }

  /**
   * Takes the webhooks that have free slots, and acquires the slots. The organizations take turns, those with
   * the fewest attempts first. Returns the number of slots by webhook.
   */
  takeSlots(slots: FairQueue): Map<Receiver, number> {
    const taken = new Map<Receiver, number>();
    const byAttempts = [...this.#organizations.keys()].toSorted(
      (one, other) => slots.countInFlight(one) - slots.countInFlight(other),
    );
    // An iterator per organization visits its webhooks once, over as many turns as needed.
    let turns = byAttempts.map((organizationId) => ({
      organizationId,
      webhooks: [...this.#organizations.get(organizationId)!].values(),
    }));
    while (turns.length > 0)
      turns = turns.filter(({ organizationId, webhooks }) =>
        this.#takeNext(organizationId, webhooks, slots, taken),
      );
    return taken;
  }

  /** Takes the organization's next webhook with a free slot. Returns whether there was one. */
  #takeNext(
    organizationId: string,
    webhooks: Iterator<string>,
    slots: FairQueue,
    taken: Map<Receiver, number>,
  ): boolean {
    for (let next = webhooks.next(); !next.done; next = webhooks.next()) {
      const receiver = { organizationId, id: next.value };
      const count = slots.countFreeSlots(receiver);
      if (count === 0) continue;
      slots.acquire(receiver, count);
      taken.set(receiver, count);
      this.#remove(receiver);
      return true;
    }
    return false;
  }

  /** Removes the webhook. The organization's next turn comes after those of all others. */
  #remove({ organizationId, id }: Receiver): void {
    const webhooks = this.#organizations.get(organizationId)!;
    webhooks.delete(id);
    this.#organizations.delete(organizationId);
    if (webhooks.size > 0) this.#organizations.set(organizationId, webhooks);
  }
}
