import { setTimeout } from "node:timers/promises";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { findRetention } from "../../../db/retention/days.js";
import { tryTruncateWal } from "../../../db/engine/wal.js";
import type { Db } from "../../../db/engine/connect.js";
import { finishSearchMerges } from "../../../db/search/finish-merges.js";
import { type Actor, COMMAND_LINE_ACTOR, PROGRAM_ACTOR } from "../../../graph/core/actor.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import { computeLastNightlyTime } from "../../../graph/retention/nightly.js";
import { isRetentionDue } from "../../../graph/retention/preview.js";
import {
  applyRetention,
  type RetentionRunResult,
  type RetentionRunOptions,
} from "../../../graph/retention/runs.js";
import type { Log } from "../../base/log/log.js";
import { isOwnerDead, createOwner, retireOwner } from "../../base/workers/owner.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

/** How often to check for a nightly time; a sleeping machine would miss a timer. */
const CHECK_INTERVAL_MS = 5 * 60_000;
const MIN_REST_MS = 5;

/** Waits as long as the change took, so that other writers get half of the time. */
const createRest = (signal: AbortSignal) => async (tookMs: number) =>
  setTimeout(Math.max(tookMs, MIN_REST_MS), undefined, { signal }).catch(() => {});

/** Runs one organization's retention now, whether or not it is due. */
export const runRetention = async (
  services: Services,
  organizationId: string,
  options: { actor: Actor; owner: string; signal: AbortSignal } & Partial<
    Pick<RetentionRunOptions, "rest">
  >,
): Promise<RetentionRunResult> => {
  const context = createContext(services, { role: "internal", organizationId }, "retention");
  return applyRetention(context, { rest: createRest(options.signal), ...options, isOwnerDead });
};

/**
 * Overwrites the remains of removed content in SQLite: words in the search index, and pages in the write-ahead log.
 * Returns false while a reader prevents it.
 */
export const overwriteRemovedContent = async (
  db: Db,
  signal: AbortSignal,
  rest: RetentionRunOptions["rest"] = createRest(signal),
): Promise<boolean> => {
  await finishSearchMerges(db, { signal, rest });
  return tryTruncateWal(db);
};

/**
 * Runs retention from the command line, until SIGINT or SIGTERM. `isWalEmpty`: SQLite's log contains no removed
 * content.
 */
export const runRetentionNow = async (
  services: Services,
  organizationId: string,
): Promise<RetentionRunResult & { isWalEmpty: boolean }> => {
  const owner = createOwner();
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  const { signal } = stopping;
  const options = { actor: COMMAND_LINE_ACTOR, owner, signal };
  const result = await runRetention(services, organizationId, options);
  return { ...result, isWalEmpty: await overwriteRemovedContent(services.db, signal) };
};

interface NightlyOptions {
  services: Services;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  rest?: RetentionRunOptions["rest"];
}

/**
 * Creates the nightly check: runs retention of each organization that is due. Each night, and after a run that removed
 * content, it overwrites the remains of that content in SQLite.
 */
export const createNightlyCheck = ({
  services,
  log,
  now,
  owner,
  rest,
}: NightlyOptions & { owner: string }): ((signal: AbortSignal) => Promise<void>) => {
  const { db } = services;
  let walEmptiedAt = now();

  const runIfDue = async (id: string, signal: AbortSignal): Promise<void> => {
    const row = await findRetention(db, id);
    if (!row || !isRetentionDue(row, now())) return;
    const options = { actor: PROGRAM_ACTOR, owner, signal, ...(rest && { rest }) };
    const result = await runRetention(services, id, options);
    if (result.end !== "done" || !result.removed) return;
    const { media, mediaBytes, transcripts, payloads } = result.removed;
    walEmptiedAt = 0;
    log.info(
      { organization: id, media, mediaBytes, transcripts, payloads },
      "retention removed old content",
    );
  };

  return async (signal) => {
    for (const { id } of await listOrganizations(db)) {
      if (signal.aborted) return;
      try {
        await runIfDue(id, signal);
      } catch (error) {
        // Other organizations don't wait; the next check retries this one.
        log.error(
          { err: error, organization: id },
          "retention failed for this organization; the next check retries",
        );
      }
    }
    if (walEmptiedAt < computeLastNightlyTime(now()))
      if (await overwriteRemovedContent(db, signal, rest)) walEmptiedAt = now();
  };
};

/** Starts the nightly check; the first one makes up for a missed night. Several processes share the work. */
export const startNightlyRetention = (options: NightlyOptions): IntervalJob => {
  const owner = createOwner();
  const nightly = startInterval(
    { everyMs: CHECK_INTERVAL_MS, log: options.log, failureMessage: "retention failed" },
    createNightlyCheck({ ...options, owner }),
  );
  return {
    stop: async () => {
      await nightly.stop();
      retireOwner(owner);
    },
  };
};
