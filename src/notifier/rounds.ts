import { setTimeout as later } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type { Knex } from "knex";
import type { Outcome } from "../../graph/context.js";
import { notMade, resultOf } from "../../graph/outcomes.js";
import {
  type Claim,
  claim,
  claimants,
  interruptClaimants,
  interruptExpired,
  webhooksWaiting,
} from "../../db/outbox.js";
import { recordResults, type Result } from "../../db/results.js";
import { transact } from "../../db/write.js";
import type { Log } from "../log.js";
import { Callers } from "./callers.js";
import { Lanes } from "./lanes.js";
import { isGone, retire } from "./owner.js";

const TICK_MS = 1_000;
const STOP_MS = 15_000;
const IDLE_CHECK_MS = 10;

/** Nothing was sent, and nothing will be. */
const interrupted: Outcome = { ...notMade("interrupted"), timedOut: true };

export interface Parts {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  owner: string;
  /** How long a claim holds, in milliseconds. */
  lease: number;
  /** One attempt. Never throws. */
  send: (claim: Claim) => Promise<Outcome>;
}

/**
 * The rounds of the outbox. A round records how attempts ended and claims what there is room for, in
 * one transaction; only when that has committed is anything sent. So a delivery is attempted once,
 * whatever dies when: what was claimed is never put back, and what was not is still there.
 */
export class Rounds {
  readonly #parts: Parts;
  readonly #lanes = new Lanes();
  /** The webhooks that something may wait for, in the order in which they have their turn. */
  readonly #ready = new Set<string>();
  readonly #callers = new Callers(this.#lanes);
  /** The ids of what is under way or waits to be recorded. */
  readonly #held = new Set<string>();
  #results: Result[] = [];
  #next: NodeJS.Immediate | undefined;
  #running = false;
  /** Whether something came while a round was under way. */
  #again = false;
  #failing = false;
  /** Whether something may begin: between start and stop. */
  #open = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #ticking = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends what processes that are gone had under way, and begins. */
  async start(): Promise<void> {
    const { db } = this.#parts;
    const gone = (await claimants(db)).filter(isGone);
    if (gone.length > 0) await interruptClaimants(db, gone);
    this.#open = true;
    await this.#tick();
    this.#tickLater();
  }

  /** There is something to deliver to these webhooks. */
  wake(webhookIds: Iterable<string>): void {
    for (const id of webhookIds) this.#ready.add(id);
    this.#schedule();
  }

  /** Makes an attempt once there is a place for it; undefined where there was none in time (ms). */
  async pass(
    lane: string,
    patience: number,
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome | undefined> {
    if (!(await this.#callers.enter(lane, patience))) return undefined;
    try {
      const outcome = await attempt();
      this.#lanes.end(lane, outcome);
      return outcome;
    } catch (error) {
      this.#lanes.cancel(lane);
      throw error;
    } finally {
      this.#schedule();
    }
  }

  /** Begins nothing more, and resolves when all that is under way has ended and is recorded. */
  async stop(): Promise<void> {
    this.#open = false;
    this.#stopped = true;
    this.#callers.close();
    clearTimeout(this.#timer);
    await this.#ticking;
    const until = performance.now() + STOP_MS;
    while (this.#isBusy() && performance.now() < until) {
      this.#schedule();
      await setTimeout(IDLE_CHECK_MS);
    }
    clearImmediate(this.#next);
    retire(this.#parts.owner);
  }

  #isBusy(): boolean {
    return this.#running || this.#lanes.underWay > 0 || this.#results.length > 0;
  }

  async #tick(): Promise<void> {
    const { db, now, log } = this.#parts;
    try {
      const interrupted = await interruptExpired(db, now(), [...this.#held]);
      if (interrupted > 0) log.warn({ deliveries: interrupted }, "interrupted");
      this.wake(await webhooksWaiting(db));
    } catch (error) {
      this.#failed(error);
    }
  }

  #tickLater(): void {
    if (this.#stopped) return;
    this.#timer = later(() => {
      this.#ticking = this.#tick().then(() => this.#tickLater());
    }, TICK_MS);
    this.#timer.unref();
  }

  /** One line for an outage, however long: each round would have its own. */
  #failed(error: unknown): void {
    if (!this.#failing) this.#parts.log.error({ err: error }, "the outbox cannot be reached");
    this.#failing = true;
  }

  #schedule(): void {
    this.#again = true;
    if (!this.#running) this.#next ??= setImmediate(() => void this.#round());
  }

  /** Whose turn it is, and how many each; they have their places from now on. */
  #choose(): Map<string, number> {
    const wanted = new Map<string, number>();
    if (!this.#open) return wanted;
    for (const id of this.#ready) {
      const room = this.#lanes.room(id);
      if (room === 0) continue;
      wanted.set(id, room);
      this.#lanes.begin(id, room);
      this.#ready.delete(id);
    }
    return wanted;
  }

  async #round(): Promise<void> {
    this.#next = undefined;
    this.#again = false;
    this.#running = true;
    this.#callers.admit();
    const results = this.#results;
    this.#results = [];
    const wanted = this.#choose();
    if (results.length + wanted.size > 0) {
      try {
        const { left, claims } = await this.#commit(results, wanted);
        for (const { id } of results) this.#held.delete(id);
        for (const result of left) this.#keep(result);
        this.#begin(wanted, claims);
        this.#failing = false;
      } catch (error) {
        // What was to be claimed is found again by the next tick.
        for (const [id, count] of wanted) this.#lanes.cancel(id, count);
        this.#results = [...results, ...this.#results];
        this.#failed(error);
      }
    }
    this.#running = false;
    // After a failure the next tick tries again: nothing is gained by asking at once.
    if (this.#again && !this.#failing) this.#schedule();
  }

  async #commit(
    results: Result[],
    wanted: ReadonlyMap<string, number>,
  ): Promise<{ left: Result[]; claims: Claim[] }> {
    const { db, owner, now, lease } = this.#parts;
    return transact(db, async (trx) => ({
      left: results.length > 0 ? await recordResults(trx, owner, results) : [],
      claims: wanted.size > 0 ? await claim(trx, { owner, now: now(), lease }, wanted) : [],
    }));
  }

  #keep(result: Result): void {
    this.#held.add(result.id);
    this.#results.push(result);
  }

  #begin(wanted: ReadonlyMap<string, number>, claims: Claim[]): void {
    const claimed = Map.groupBy(claims, ({ webhookId }) => webhookId);
    for (const [id, count] of wanted) {
      const found = claimed.get(id)?.length ?? 0;
      if (found < count) this.#lanes.cancel(id, count - found);
      else this.#ready.add(id);
    }
    for (const each of claims) void this.#attempt(each);
  }

  async #attempt(claimed: Claim): Promise<void> {
    const { id, webhookId, leaseUntil } = claimed;
    const { now, log, send } = this.#parts;
    this.#held.add(id);
    // Held up for so long that others take the attempt for interrupted: it must not happen any more.
    const outcome = now() < leaseUntil ? await send(claimed) : interrupted;
    const { delivered, status, error, durationMs } = outcome;
    this.#keep(resultOf(claimed, outcome));
    log.info(
      { delivery: id, webhook: webhookId, delivered, status, error, ms: durationMs },
      "delivery",
    );
    this.#lanes.end(webhookId, outcome);
    this.#schedule();
  }
}
