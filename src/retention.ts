import { setTimeout } from "node:timers/promises";
import { allOrganizations } from "../db/organizations.js";
import { retentionOf } from "../db/retention-days.js";
import { emptyLog } from "../db/sqlite-log.js";
import { type Actor, COMMAND_LINE, PROGRAM } from "../graph/auditing.js";
import { createContext, type Services } from "../graph/context.js";
import { lastNight } from "../graph/nights.js";
import { isDue } from "../graph/retention-outlook.js";
import { applyRetention, type RunEnd, type RunParts } from "../graph/retention-runs.js";
import type { Log } from "./log.js";
import { isGone, newOwner, retire } from "./notifier/owner.js";
import { type Regular, regularly } from "./regularly.js";

/** How often it looks whether a night has come; a machine can have slept through it. */
const LOOK_MS = 5 * 60_000;
const LEAST_REST_MS = 5;

/** At least half of the time is everybody else's. */
const restAsLong = (signal: AbortSignal) => async (tookMs: number) =>
  setTimeout(Math.max(tookMs, LEAST_REST_MS), undefined, { signal }).catch(() => {});

/** Runs the rule of one organization now, whether or not it is time. */
export const runRetention = async (
  services: Services,
  organizationId: string,
  parts: { actor: Actor; owner: string; signal: AbortSignal } & Partial<Pick<RunParts, "rest">>,
): Promise<RunEnd> => {
  const context = createContext(services, { role: "internal", organizationId }, "retention");
  return applyRetention(context, { rest: restAsLong(parts.signal), ...parts, isGone });
};

/** The same from the command line, until a signal ends it. `logEmptied`: nothing of it is in SQLite's log. */
export const runNow = async (
  services: Services,
  organizationId: string,
): Promise<RunEnd & { logEmptied: boolean }> => {
  const owner = newOwner();
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  const { signal } = stopping;
  const run = { actor: COMMAND_LINE, owner, signal };
  const ended = await runRetention(services, organizationId, run);
  return { ...ended, logEmptied: await emptyLog(services.db) };
};

interface NightlyParts {
  services: Services;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  rest?: RunParts["rest"];
}

/**
 * One look at whether a night has come since the last one: runs the rule of every organization that is
 * due, and empties SQLite's log each night and after what a run has removed.
 */
export const createLook = ({
  services,
  log,
  now,
  owner,
  rest,
}: NightlyParts & { owner: string }): ((signal: AbortSignal) => Promise<void>) => {
  const { db } = services;
  let emptied = now();

  const runOf = async (id: string, signal: AbortSignal): Promise<void> => {
    const row = await retentionOf(db, id);
    if (!row || !isDue(row, now())) return;
    const run = { actor: PROGRAM, owner, signal, ...(rest && { rest }) };
    const ended = await runRetention(services, id, run);
    if (ended.end !== "done" || !ended.removed) return;
    const { media, mediaBytes, transcripts, payloads } = ended.removed;
    emptied = 0;
    log.info(
      { organization: id, media, mediaBytes, transcripts, payloads },
      "what was too old was removed",
    );
  };

  return async (signal) => {
    for (const { id } of await allOrganizations(db)) {
      if (signal.aborted) return;
      try {
        await runOf(id, signal);
      } catch (error) {
        // Others' are not kept waiting; this one goes on with the next look.
        log.error({ err: error, organization: id }, "what is too old could not be removed");
      }
    }
    if (emptied < lastNight(now()) && (await emptyLog(db))) emptied = now();
  };
};

/** Looks now, for a night that was missed, and from then on; several processes share the work. */
export const startNightly = (parts: NightlyParts): Regular => {
  const owner = newOwner();
  const nightly = regularly(
    { everyMs: LOOK_MS, log: parts.log, failed: "retention could not run" },
    createLook({ ...parts, owner }),
  );
  return {
    stop: async () => {
      await nightly.stop();
      retire(owner);
    },
  };
};
