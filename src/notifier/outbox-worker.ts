import { setTimeout as startTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type { Knex } from "knex";
import type { AttemptOutcome } from "../../graph/core/ports.js";
import { buildDeliveryResult } from "../../graph/webhooks/outcomes.js";
import {
  type ClaimedDelivery,
  claimDeliveries,
  listClaimOwners,
  interruptClaimsByOwners,
  interruptExpiredClaims,
  listWaitingWebhookIds,
} from "../../db/webhooks/outbox.js";
import { recordResults, type DeliveryResult } from "../../db/webhooks/results.js";
import { transact } from "../../db/engine/write.js";
import type { Log } from "../log/log.js";
import { SlotQueue } from "./slot-queue.js";
import { FairQueue } from "./fair-queue.js";
import { isOwnerDead, retireOwner } from "./owner.js";

const TICK_MS = 1_000;
const STOP_MS = 15_000;
const IDLE_CHECK_MS = 10;

const MAX_LOGGED_ORGANIZATIONS = 20;

export interface OutboxWorkerOptions {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  owner: string;
  /** The lifetime of a claim. */
  leaseMs: number;
  /** Makes one attempt. Never throws. */
  send: (claim: ClaimedDelivery) => Promise<AttemptOutcome>;
}

/**
 * Delivers the outbox in rounds. A round records the outcomes of attempts and claims new deliveries in one
 * transaction, and sends only after the commit. So each delivery is attempted at most once, whenever the
 * process dies: a claimed delivery is never released, an unclaimed one is still in the outbox.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #slots = new FairQueue();
  /** Webhooks that may have waiting deliveries; the first one is next. */
  readonly #ready = new Set<string>();
  /** Tests that wait for a slot. */
  readonly #slotQueue = new SlotQueue(this.#slots);
  /** Ids of deliveries that run or whose outcome is not recorded yet. */
  readonly #held = new Set<string>();
  #results: DeliveryResult[] = [];
  #nextRound: NodeJS.Immediate | undefined;
  #isRunning = false;
  /** True if work arrived during the current round. */
  #needsRound = false;
  #isFailing = false;
  /** True between start and stop: only then are deliveries claimed. */
  #isOpen = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #ticking = Promise.resolve();

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  /** Marks deliveries of dead processes as interrupted, then begins. */
  async start(): Promise<void> {
    const { db } = this.#options;
    const deadOwners = (await listClaimOwners(db)).filter(isOwnerDead);
    if (deadOwners.length > 0) this.#logInterrupted(await interruptClaimsByOwners(db, deadOwners));
    this.#isOpen = true;
    await this.#tick();
    this.#scheduleTick();
  }

  /** Schedules a round that looks for deliveries of these webhooks. */
  wake(webhookIds: Iterable<string>): void {
    for (const id of webhookIds) this.#ready.add(id);
    this.#schedule();
  }

  /** Makes an attempt as soon as a slot is free. Returns undefined without a slot within `timeoutMs`. */
  async runInSlot(
    key: string,
    timeoutMs: number,
    attempt: () => Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome | undefined> {
    if (!(await this.#slotQueue.acquire(key, timeoutMs))) return undefined;
    try {
      const outcome = await attempt();
      this.#slots.finish(key, outcome);
      return outcome;
    } catch (error) {
      this.#slots.release(key);
      throw error;
    } finally {
      this.#schedule();
    }
  }

  /** Claims nothing more. Resolves when every running attempt is recorded, after 15 s at most. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    this.#isStopped = true;
    this.#slotQueue.close();
    clearTimeout(this.#timer);
    await this.#ticking;
    const deadline = performance.now() + STOP_MS;
    while (this.#isBusy() && performance.now() < deadline) {
      this.#schedule();
      await setTimeout(IDLE_CHECK_MS);
    }
    clearImmediate(this.#nextRound);
    retireOwner(this.#options.owner);
  }

  #isBusy(): boolean {
    return this.#isRunning || this.#slots.inFlight > 0 || this.#results.length > 0;
  }

  async #tick(): Promise<void> {
    const { db, now } = this.#options;
    try {
      this.#logInterrupted(await interruptExpiredClaims(db, now(), [...this.#held]));
      this.wake(await listWaitingWebhookIds(db));
    } catch (error) {
      this.#logFailure(error);
    }
  }

  #scheduleTick(): void {
    if (this.#isStopped) return;
    this.#timer = startTimer(() => {
      this.#ticking = this.#tick().then(() => this.#scheduleTick());
    }, TICK_MS);
    this.#timer.unref();
  }

  /** Logs how many deliveries were interrupted, and in which organizations. */
  #logInterrupted(organizationIds: readonly string[]): void {
    if (organizationIds.length === 0) return;
    const organizations = [...new Set(organizationIds)].slice(0, MAX_LOGGED_ORGANIZATIONS);
    this.#options.log.warn({ deliveries: organizationIds.length, organizations }, "interrupted");
  }

  /** Logs the first failure of an outage; every later round would repeat it. */
  #logFailure(error: unknown): void {
    if (!this.#isFailing) this.#options.log.error({ err: error }, "the outbox cannot be reached");
    this.#isFailing = true;
  }

  #schedule(): void {
    this.#needsRound = true;
    if (!this.#isRunning) this.#nextRound ??= setImmediate(() => void this.#runRound());
  }

  /** Acquires slots for waiting webhooks in turn. Returns the number of slots by webhook. */
  #acquireSlots(): Map<string, number> {
    const slotCounts = new Map<string, number>();
    if (!this.#isOpen) return slotCounts;
    for (const id of this.#ready) {
      const freeSlots = this.#slots.countFreeSlots(id);
      if (freeSlots === 0) continue;
      slotCounts.set(id, freeSlots);
      this.#slots.acquire(id, freeSlots);
      this.#ready.delete(id);
    }
    return slotCounts;
  }

  async #runRound(): Promise<void> {
    this.#nextRound = undefined;
    this.#needsRound = false;
    this.#isRunning = true;
    this.#slotQueue.grantSlots();
    const results = this.#results;
    this.#results = [];
    const slotCounts = this.#acquireSlots();
    if (results.length + slotCounts.size > 0) {
      try {
        const { unrecorded, claims } = await this.#commit(results, slotCounts);
        for (const { id } of results) this.#held.delete(id);
        for (const result of unrecorded) this.#enqueueResult(result);
        this.#startAttempts(slotCounts, claims);
        this.#isFailing = false;
      } catch (error) {
        // The next tick finds the unclaimed deliveries again.
        for (const [id, count] of slotCounts) this.#slots.release(id, count);
        this.#results = [...results, ...this.#results];
        this.#logFailure(error);
      }
    }
    this.#isRunning = false;
    // After a failure the next tick retries; an immediate retry would only load the database.
    if (this.#needsRound && !this.#isFailing) this.#schedule();
  }

  async #commit(
    results: DeliveryResult[],
    slotCounts: ReadonlyMap<string, number>,
  ): Promise<{ unrecorded: DeliveryResult[]; claims: ClaimedDelivery[] }> {
    const { db, owner, now, leaseMs } = this.#options;
    return transact(db, async (trx) => ({
      unrecorded: results.length > 0 ? await recordResults(trx, owner, results) : [],
      claims:
        slotCounts.size > 0
          ? await claimDeliveries(trx, { owner, now: now(), leaseMs }, slotCounts)
          : [],
    }));
  }

  #enqueueResult(result: DeliveryResult): void {
    this.#held.add(result.id);
    this.#results.push(result);
  }

  #startAttempts(slotCounts: ReadonlyMap<string, number>, claims: ClaimedDelivery[]): void {
    const claimed = Map.groupBy(claims, ({ webhookId }) => webhookId);
    for (const [id, count] of slotCounts) {
      const claimedCount = claimed.get(id)?.length ?? 0;
      if (claimedCount < count) this.#slots.release(id, count - claimedCount);
      else this.#ready.add(id);
    }
    for (const claim of claims) void this.#attempt(claim);
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { id, webhookId } = claim;
    const { log, send } = this.#options;
    this.#held.add(id);
    const outcome = await send(claim);
    const { delivered, status, error, durationMs } = outcome;
    this.#enqueueResult(buildDeliveryResult(claim, outcome));
    log.info(
      { delivery: id, webhook: webhookId, delivered, status, error, ms: durationMs },
      "delivery",
    );
    this.#slots.finish(webhookId, outcome);
    this.#schedule();
  }
}
