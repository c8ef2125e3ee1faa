import type { Db } from "../db/connect.js";
import type { RetainedRow } from "../db/retained.js";
import {
  claimRetention,
  endRetention,
  retentionOf,
  type RetentionRow,
} from "../db/retention-days.js";
import {
  addToRun,
  deleteOldRuns,
  endRun,
  type RetentionRunRow,
  unendedRun,
} from "../db/retention-runs.js";
import { write } from "../db/write.js";
import { type Actor, note } from "./auditing.js";
import type { Context } from "./context.js";
import { mutate } from "./mutate.js";
import { before, type KindName, kindNames, kinds, removedOf, rowsOf } from "./retention-kinds.js";

const DAY_MS = 24 * 60 * 60_000;
const LEASE_MS = 60_000;

/** How long runs are remembered, and how many of an organization. */
export const RUNS = { days: 366, most: 1_000 };

export interface RunParts {
  /** Who does it: by this name nobody else has it. */
  owner: string;
  /** Whether somebody is surely gone, whose claim need not be waited for. */
  isGone: (owner: string) => boolean;
  actor: Actor;
  /** Lets others have their turn after a change that took so many milliseconds. */
  rest: (tookMs: number) => Promise<void>;
  signal: AbortSignal;
}

/** How a run ended. */
export type RunEnd =
  /** `removed` is undefined where nothing was old enough. */
  | { end: "done"; removed: RetentionRunRow | undefined }
  /** Somebody else is at it. */
  | { end: "taken" }
  /** It goes on where it was with the next run. */
  | { end: "interrupted" };

/** Few enough to be removed in one change: whoever else changes something waits for it. */
function* batchesOf(kind: KindName, rows: readonly RetainedRow[]): Generator<RetainedRow[]> {
  const { most, bytes } = kinds[kind];
  let batch: RetainedRow[] = [];
  let size = 0;
  for (const row of rows) {
    if (batch.length === most || (batch.length > 0 && size + row.bytes > bytes)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(row);
    size += row.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** One run of the rule of one organization, of what is too old when it begins. */
class Run {
  readonly #at: number;
  #id: string;
  #startedAt: number;
  /** The days as they were when it began. */
  #days!: RetentionRow;

  constructor(
    private readonly context: Context,
    private readonly parts: RunParts,
  ) {
    this.#at = this.#startedAt = context.now();
    this.#id = context.newId();
  }

  /** False where somebody else has it. */
  async claim(): Promise<boolean> {
    const { organizationId, now } = this.context;
    const { owner, isGone } = this.parts;
    return write(this.context.db, organizationId, async (trx) => {
      const row = await retentionOf(trx, organizationId);
      if (!row) return false;
      const { claimedBy, leaseUntil } = row;
      const isFree =
        claimedBy === null || claimedBy === owner || leaseUntil! < now() || isGone(claimedBy);
      if (!isFree) return false;
      await claimRetention(trx, organizationId, owner, now() + LEASE_MS);
      const unended = await unendedRun(trx, organizationId);
      if (unended) ({ id: this.#id, startedAt: this.#startedAt } = unended);
      this.#days = row;
      return true;
    });
  }

  /** False where it was interrupted. */
  async removeAll(): Promise<boolean> {
    const { db, organizationId } = this.context;
    const { rest, signal } = this.parts;
    for (const kind of kindNames) {
      const days = this.#days[kinds[kind].days];
      if (days === null) continue;
      const to = before(days, this.#at);
      for await (const rows of rowsOf(db, organizationId, kind, { to }))
        for (const batch of batchesOf(
          kind,
          rows.filter(({ waits }) => waits === 0),
        )) {
          if (signal.aborted) return false;
          const began = performance.now();
          if (!(await this.#remove(kind, batch))) return false;
          await rest(performance.now() - began);
        }
    }
    return !signal.aborted;
  }

  /** What is still as it was found, and still too old: days may have been added meanwhile. */
  async #remove(kind: KindName, batch: readonly RetainedRow[]): Promise<boolean> {
    const { context } = this;
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const now = await this.#goOn(trx);
      if (!now) return false;
      const days = now[kinds[kind].days];
      if (days === null) return true;
      const longest = Math.max(days, this.#days[kinds[kind].days]!);
      const ids = batch.map(({ id }) => id);
      const to = before(longest, this.#at) * 1000;
      const found = await kinds[kind].rows.ofIds(trx, { organizationId, ids });
      const rows = found.filter(
        ({ position, present, waits }) => position < to && present === 1 && waits === 0,
      );
      if (rows.length === 0) return true;
      await kinds[kind].remove(
        trx,
        context,
        rows.map(({ id }) => id),
      );
      const run = { id: this.#id, startedAt: this.#startedAt };
      if (kind !== "inbound") await addToRun(trx, organizationId, run, removedOf(kind, rows));
      return true;
    });
  }

  /** The rule as it is now; undefined where somebody else has claimed it. */
  async #goOn(trx: Db): Promise<RetentionRow | undefined> {
    const { organizationId, now } = this.context;
    const row = await retentionOf(trx, organizationId);
    if (row?.claimedBy !== this.parts.owner) return undefined;
    await claimRetention(trx, organizationId, this.parts.owner, now() + LEASE_MS);
    return row;
  }

  async end(): Promise<RunEnd> {
    const { context } = this;
    const { organizationId } = context;
    return write(context.db, organizationId, async (trx): Promise<RunEnd> => {
      if (!(await this.#goOn(trx))) return { end: "interrupted" };
      const now = context.now();
      await endRetention(trx, organizationId, now);
      const removed = await endRun(trx, organizationId, this.#id, now);
      if (removed)
        await note(trx, context, organizationId, this.parts.actor, {
          action: "retention.applied",
          subject: this.#id,
          fields: (["media", "transcripts", "payloads"] as const).filter(
            (kind) => removed[kind] > 0,
          ),
        });
      await deleteOldRuns(trx, organizationId, now - RUNS.days * DAY_MS, RUNS.most);
      return { end: "done", removed };
    });
  }

  /** Gives it back, for whoever goes on. */
  async leave(): Promise<RunEnd> {
    const { organizationId } = this.context;
    await write(this.context.db, organizationId, async (trx) => {
      if (await this.#goOn(trx)) await claimRetention(trx, organizationId, null, null);
    });
    return { end: "interrupted" };
  }
}

/**
 * Removes what an organization keeps no longer, in small changes, each of them whole. It may be cut off at
 * any moment: whoever runs it again finds what is left.
 */
export const applyRetention = async (context: Context, parts: RunParts): Promise<RunEnd> => {
  if (!(await retentionOf(context.db, context.organizationId)))
    return { end: "done", removed: undefined };
  const run = new Run(context, parts);
  if (!(await run.claim())) return { end: "taken" };
  try {
    return (await run.removeAll()) ? await run.end() : await run.leave();
  } catch (error) {
    await run.leave().catch(() => {});
    throw error;
  }
};
