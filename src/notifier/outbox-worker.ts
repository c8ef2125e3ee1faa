import { setTimeout as startTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type { Knex } from "knex";
import type { Db } from "../../db/engine/connect.js";
import type { AttemptOutcome } from "../../graph/core/ports.js";
import { buildDeliveryResult } from "../../graph/webhooks/outcomes.js";
import {
  type ClaimedDelivery,
  claimDeliveries,
  listClaimOwners,
  interruptClaimsByOwners,
  interruptExpiredClaims,
  listWaitingWebhooks,
} from "../../db/webhooks/outbox.js";
import { recordFailures } from "../../db/webhooks/failing.js";
import { type DeliveryKey, type DeliveryResult, recordResults } from "../../db/webhooks/results.js";
import { lockWebhooks, releaseDueRetries, scheduleRetries } from "../../db/webhooks/retries.js";
import { transact } from "../../db/engine/write.js";
import type { Log } from "../base/log/log.js";
import { SlotQueue } from "./slot-queue.js";
import { FairQueue, type Receiver } from "./fair-queue.js";
import { ReadyWebhooks } from "./ready-webhooks.js";
import { isOwnerDead, retireOwner } from "../base/workers/owner.js";

const TICK_MS = 1_000;
const STOP_MS = 15_000;
const IDLE_CHECK_MS = 10;

export const MAX_LOGGED_ORGANIZATIONS = 20;

export interface OutboxWorkerOptions {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
  log: Log;
  owner: string;
  /** The lifetime of a claim. */
  leaseMs: number;
  /** Makes one attempt. Never throws. */
  send: (claim: ClaimedDelivery) => Promise<AttemptOutcome>;
}

const countById = (slotCounts: ReadonlyMap<Receiver, number>): Map<string, number> =>
  new Map([...slotCounts].map(([{ id }, count]) => [id, count]));

/**
 * Delivers the outbox in rounds. A round records the outcomes of attempts and claims new deliveries in one transaction,
 * and sends only after the commit. Thus each delivery is attempted at most once, whenever the process dies: a claimed
 * delivery is never released, and an unclaimed one is still in the outbox. A retry is a delivery of its own, written in
 * the transaction that records the failure.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #slots = new FairQueue();
  readonly #ready = new ReadyWebhooks();
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
  /** The next tick lists the waiting webhooks after this one; undefined for all. */
  #lastListedId: string | undefined;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  /** Marks deliveries of dead processes as interrupted, then begins. */
  async start(): Promise<void> {
    const { db } = this.#options;
    const deadOwners = (await listClaimOwners(db)).filter(isOwnerDead);
    if (deadOwners.length > 0)
      await this.#interrupt((trx) => interruptClaimsByOwners(trx, deadOwners));
    this.#isOpen = true;
    await this.#tick();
    this.#scheduleTick();
  }

  /** Schedules a round that looks for deliveries of these webhooks. */
  wake(webhooks: Iterable<Receiver>): void {
    for (const webhook of webhooks) this.#ready.add(webhook);
    this.#schedule();
  }

  /** Makes an attempt as soon as a slot is free. Returns undefined without a slot within `timeoutMs`. */
  async runInSlot(
    receiver: Receiver,
    timeoutMs: number,
    attempt: () => Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome | undefined> {
    if (!(await this.#slotQueue.acquire(receiver, timeoutMs))) return undefined;
    try {
      const outcome = await attempt();
      this.#slots.finish(receiver, outcome);
      return outcome;
    } catch (error) {
      this.#slots.release(receiver);
      throw error;
    } finally {
      this.#schedule();
    }
  }

  /** Stops claiming deliveries. Resolves when every running attempt is recorded, after 15 s at most. */
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
      await this.#interrupt((trx) => interruptExpiredClaims(trx, now(), [...this.#held]));
      await releaseDueRetries(db, now());
      const waiting = await listWaitingWebhooks(db, this.#lastListedId);
      this.#lastListedId = waiting.lastId;
      this.wake(waiting.webhooks);
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

  /** Interrupts claims, and schedules and logs what follows from it. */
  async #interrupt(interrupt: (trx: Db) => Promise<DeliveryKey[]>): Promise<void> {
    const { db, now, newId, log } = this.#options;
    const deliveries = await transact(db, async (trx) => {
      const interrupted = await interrupt(trx);
      await lockWebhooks(trx, interrupted);
      await scheduleRetries(trx, interrupted, { now: now(), newId });
      return interrupted;
    });
    if (deliveries.length === 0) return;
    const organizations = [...new Set(deliveries.map(({ organizationId }) => organizationId))];
    const shown = organizations.slice(0, MAX_LOGGED_ORGANIZATIONS);
    log.warn({ deliveries: deliveries.length, organizations: shown }, "interrupted");
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

  async #runRound(): Promise<void> {
    this.#nextRound = undefined;
    this.#needsRound = false;
    this.#isRunning = true;
    this.#slotQueue.grantSlots();
    const results = this.#results;
    this.#results = [];
    const slotCounts = this.#isOpen ? this.#ready.takeSlots(this.#slots) : new Map<never, never>();
    if (results.length + slotCounts.size > 0) {
      try {
        const { later, claims } = await this.#commit(results, slotCounts);
        for (const { id } of results) this.#held.delete(id);
        for (const result of later) this.#enqueueResult(result);
        this.#startAttempts(slotCounts, claims);
        this.#isFailing = false;
      } catch (error) {
        // The next tick finds the unclaimed deliveries again.
        for (const [webhook, count] of slotCounts) this.#slots.release(webhook, count);
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
    slotCounts: ReadonlyMap<Receiver, number>,
  ): Promise<{ later: DeliveryResult[]; claims: ClaimedDelivery[] }> {
    const { db, owner, now, leaseMs } = this.#options;
    return transact(db, async (trx) => ({
      later: results.length > 0 ? await this.#record(trx, results) : [],
      claims:
        slotCounts.size > 0
          ? await claimDeliveries(trx, { owner, now: now(), leaseMs }, countById(slotCounts))
          : [],
    }));
  }

  /** Records results and schedules the retries of failures. Returns the results to record later. */
  async #record(trx: Db, results: DeliveryResult[]): Promise<DeliveryResult[]> {
    const { owner, now, newId } = this.#options;
    const { recorded, later } = await recordResults(trx, owner, results);
    await lockWebhooks(trx, recorded);
    const failed = recorded.filter(({ status }) => status === "failed");
    await scheduleRetries(trx, failed, { now: now(), newId });
    await recordFailures(trx, recorded, now());
    return later;
  }

  #enqueueResult(result: DeliveryResult): void {
    this.#held.add(result.id);
    this.#results.push(result);
  }

  #startAttempts(slotCounts: ReadonlyMap<Receiver, number>, claims: ClaimedDelivery[]): void {
    const claimed = Map.groupBy(claims, ({ webhookId }) => webhookId);
    for (const [webhook, count] of slotCounts) {
      const claimedCount = claimed.get(webhook.id)?.length ?? 0;
      if (claimedCount < count) this.#slots.release(webhook, count - claimedCount);
      else this.#ready.add(webhook);
    }
    for (const claim of claims) void this.#attempt(claim);
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { id, organizationId, webhookId, eventId } = claim;
    const { log, send } = this.#options;
    this.#held.add(id);
    const outcome = await send(claim);
    const { delivered, status, error, durationMs } = outcome;
    this.#enqueueResult(buildDeliveryResult(claim, outcome));
    const fields = {
      delivery: id,
      webhook: webhookId,
      event: eventId,
      organization: organizationId,
      status,
      ms: durationMs,
    };
    if (delivered) log.info(fields, "delivery");
    else log.warn({ ...fields, error }, "delivery failed");
    this.#slots.finish({ organizationId, id: webhookId }, outcome);
    this.#schedule();
  }
}
