import type { Db } from "../../db/engine/connect.js";
import type { RetainedRow } from "../../db/retention/retained.js";
import {
  claimRetention,
  finishRetention,
  findRetention,
  type RetentionRow,
} from "../../db/retention/days.js";
import {
  addToRetentionRun,
  deleteOldRetentionRuns,
  finishRetentionRun,
  type RetentionRunRow,
  findUnfinishedRetentionRun,
} from "../../db/retention/runs.js";
import { write } from "../../db/engine/write.js";
import { writeAuditEntry } from "../access/audit.js";
import { type Actor } from "../core/actor.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { findClockJump } from "./clock.js";
import {
  computeCutoff,
  isKept,
  type RetentionKindName,
  retentionKindNames,
  retentionKinds,
  countRemoved,
  scanRetainedRows,
} from "./kinds.js";

const DAY_MS = 24 * 60 * 60_000;
const LEASE_MS = 60_000;

/** How long the log keeps runs, and how many per organization. */
const RUN_HISTORY = { days: 366, maxRuns: 1_000 };

export interface RetentionRunOptions {
  /** The claim's owner: a name unique to this process. */
  owner: string;
  /** Returns whether the owner has certainly ended, so that its claim can be replaced before the lease ends. */
  isOwnerDead: (owner: string) => boolean;
  actor: Actor;
  /** Pauses after a change that took `tookMs`, so that other writers get their turn. */
  rest: (tookMs: number) => Promise<void>;
  signal: AbortSignal;
}

/** How a run ended. */
export type RetentionRunResult =
  /** `removed` is undefined if nothing was old enough. */
  | { end: "done"; removed: RetentionRunRow | undefined }
  /** Another process is running retention. */
  | { end: "taken" }
  /** The next run continues. */
  | { end: "interrupted" }
  /** The clock jumped: nothing is removed until the clock is right or confirmed. */
  | { end: "clock jumped" };

/** Splits rows into batches small enough for one change, because other writers wait for it. */
function* splitBatches(
  kind: RetentionKindName,
  rows: readonly RetainedRow[],
): Generator<RetainedRow[]> {
  const { maxRows, maxBytes } = retentionKinds[kind];
  let batch: RetainedRow[] = [];
  let size = 0;
  for (const row of rows) {
    if (batch.length === maxRows || (batch.length > 0 && size + row.bytes > maxBytes)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(row);
    size += row.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** One retention run of one organization. Removes the content that is too old when the run begins. */
class Run {
  readonly #beganAt: number;
  #id: string;
  #startedAt: number;
  /** The days when the run began. */
  #days!: RetentionRow;

  constructor(
    private readonly context: Context,
    private readonly options: RetentionRunOptions,
  ) {
    this.#beganAt = this.#startedAt = context.now();
    this.#id = context.newId();
  }

  /** Returns whether the clock jumped, by the time that decides which content is too old. */
  async hasClockJumped(): Promise<boolean> {
    const { db, organizationId } = this.context;
    return (await findClockJump(db, organizationId, this.#beganAt)) !== undefined;
  }

  /** Claims the organization's retention. Returns false while another process holds the claim. */
  async claim(): Promise<boolean> {
    const { organizationId, now } = this.context;
    const { owner, isOwnerDead } = this.options;
    return write(this.context.db, organizationId, async (trx) => {
      const row = await findRetention(trx, organizationId);
      if (!row) return false;
      const { claimedBy, leaseUntil } = row;
      const isFree =
        claimedBy === null || claimedBy === owner || leaseUntil! < now() || isOwnerDead(claimedBy);
      if (!isFree) return false;
      await claimRetention(trx, organizationId, owner, now() + LEASE_MS);
      const unfinished = await findUnfinishedRetentionRun(trx, organizationId);
      if (unfinished) ({ id: this.#id, startedAt: this.#startedAt } = unfinished);
      this.#days = row;
      return true;
    });
  }

  /** Removes all content that is too old. Returns false if interrupted. */
  async removeAll(): Promise<boolean> {
    const { db, organizationId } = this.context;
    const { rest, signal } = this.options;
    for (const kind of retentionKindNames) {
      const days = this.#days[retentionKinds[kind].daysField];
      if (days === null) continue;
      const cutoff = computeCutoff(days, this.#beganAt);
      for await (const rows of scanRetainedRows(db, organizationId, kind, { to: cutoff }))
        for (const batch of splitBatches(
          kind,
          rows.filter((row) => !isKept(row, this.#beganAt)),
        )) {
          if (signal.aborted) return false;
          const began = performance.now();
          if (!(await this.#remove(kind, batch))) return false;
          await rest(performance.now() - began);
        }
    }
    return !signal.aborted;
  }

  /**
   * Removes a batch, if its rows are unchanged and still too old: an admin may have raised the days meanwhile.
   * Returns false after losing the claim.
   */
  async #remove(kind: RetentionKindName, batch: readonly RetainedRow[]): Promise<boolean> {
    const { context } = this;
    const { organizationId } = context;
    return mutate(context, async (trx, effects) => {
      const current = await this.#renewClaim(trx);
      if (!current) return false;
      const days = current[retentionKinds[kind].daysField];
      if (days === null) return true;
      const maxDays = Math.max(days, this.#days[retentionKinds[kind].daysField]!);
      const ids = batch.map(({ id }) => id);
      const cutoffPosition = computeCutoff(maxDays, this.#beganAt) * 1000;
      const currentRows = await retentionKinds[kind].source.loadByIds(trx, { organizationId, ids });
      const rows = currentRows.filter(
        (row) =>
          row.position < cutoffPosition && row.hasContent === 1 && !isKept(row, this.#beganAt),
      );
      if (rows.length === 0) return true;
      await retentionKinds[kind].remove(
        trx,
        context,
        effects,
        rows.map(({ id }) => id),
      );
      const run = { id: this.#id, startedAt: this.#startedAt };
      if (kind !== "inbound")
        await addToRetentionRun(trx, organizationId, run, countRemoved(kind, rows));
      return true;
    });
  }

  /** Extends the lease and returns the current days; undefined if another process holds the claim. */
  async #renewClaim(trx: Db): Promise<RetentionRow | undefined> {
    const { organizationId, now } = this.context;
    const row = await findRetention(trx, organizationId);
    if (row?.claimedBy !== this.options.owner) return undefined;
    await claimRetention(trx, organizationId, this.options.owner, now() + LEASE_MS);
    return row;
  }

  /** Finishes the run: records it, writes the audit entry and releases the claim. */
  async finish(): Promise<RetentionRunResult> {
    const { context } = this;
    const { organizationId } = context;
    return write(context.db, organizationId, async (trx): Promise<RetentionRunResult> => {
      if (!(await this.#renewClaim(trx))) return { end: "interrupted" };
      const now = context.now();
      await finishRetention(trx, organizationId, now);
      const removed = await finishRetentionRun(trx, organizationId, this.#id, now);
      if (removed)
        await writeAuditEntry(trx, context, organizationId, this.options.actor, {
          action: "retention.applied",
          subject: this.#id,
          fields: (["media", "transcripts", "payloads"] as const).filter(
            (kind) => removed[kind] > 0,
          ),
        });
      await deleteOldRetentionRuns(
        trx,
        organizationId,
        now - RUN_HISTORY.days * DAY_MS,
        RUN_HISTORY.maxRuns,
      );
      return { end: "done", removed };
    });
  }

  /** Releases the claim, so that another process can continue. */
  async release(): Promise<RetentionRunResult> {
    const { organizationId } = this.context;
    await write(this.context.db, organizationId, async (trx) => {
      if (await this.#renewClaim(trx)) await claimRetention(trx, organizationId, null, null);
    });
    return { end: "interrupted" };
  }
}

/**
 * Removes an organization's content that is older than its days, in small transactions. May be killed at any
 * time: the next run removes the rest.
 */
export const applyRetention = async (
  context: Context,
  options: RetentionRunOptions,
): Promise<RetentionRunResult> => {
  if (!(await findRetention(context.db, context.organizationId)))
    return { end: "done", removed: undefined };
  const run = new Run(context, options);
  if (await run.hasClockJumped()) return { end: "clock jumped" };
  if (!(await run.claim())) return { end: "taken" };
  try {
    return (await run.removeAll()) ? await run.finish() : await run.release();
  } catch (error) {
    await run.release().catch(() => {});
    throw error;
  }
};
