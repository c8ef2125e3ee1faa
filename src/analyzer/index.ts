import { setTimeout } from "node:timers/promises";
import { lapsedClaims } from "../../db/analysis-claims.js";
import { allOrganizations } from "../../db/organizations.js";
import { unanalysed } from "../../db/unanalysed.js";
import { attempt, type AttemptParts } from "./attempt.js";
import { Pool } from "./pool.js";

const LEASE_MS = 30_000;
const BACK_OFF_MS = [1_000, 5_000];
const AT_ONCE = 4;
const PAGE = 100;

/** How often it looks for what it was not woken for, if a claim holds that long. */
const LOOK_MS = 5_000;

/** Analyses calls, between start and stop. */
export interface Analyzer {
  /** A call has come in or was changed. */
  wake: (organizationId: string, recordingId: string) => void;
  /** Begins. Without `looks` it does only what it is woken for. */
  start: (looks?: boolean) => void;
  /** Ends what is under way, and begins nothing more. */
  stop: () => Promise<void>;
}

export type AnalyzerParts = Pick<AttemptParts, "services" | "log" | "analyze" | "transcribe"> &
  Partial<Pick<AttemptParts, "lease" | "backOff">> & {
    /** How many calls it analyses at once. */
    atOnce?: number;
  };

/**
 * The worker that analyses calls in this program: at once when one has come in, and by looking around for
 * those that came while nobody worked, or whose worker died. Several may work on one database.
 */
export const createAnalyzer = (given: AnalyzerParts): Analyzer => {
  const parts = { lease: LEASE_MS, backOff: BACK_OFF_MS, ...given };
  const { services, log, lease, transcribe, atOnce = AT_ONCE } = parts;
  const { db } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let looking = Promise.resolve();
  let started = false;
  const pool = new Pool(async (job) => {
    try {
      await attempt(parts, job, signal);
    } catch (error) {
      log.error({ err: error, recording: job.id }, "an analysis could not be ended");
    }
  }, atOnce);

  const lookIn = async (organizationId: string): Promise<void> => {
    const lapsed = (services.now() - lease) * 1000;
    for (const [status, before] of [
      ["received", Number.MAX_SAFE_INTEGER],
      ["processing", lapsed],
    ] as const) {
      let after: number | undefined = 0;
      while (after !== undefined && !signal.aborted) {
        const wanted = { organizationId, status, after, before, limit: PAGE };
        const found = await unanalysed(db, wanted, transcribe !== undefined);
        await pool.add(found.map(({ id }) => ({ organizationId, id })));
        after = found[PAGE - 1]?.position;
      }
    }
    let last: string | undefined = "";
    while (last !== undefined && !signal.aborted) {
      const wanted = { now: services.now(), after: last, limit: PAGE };
      const found = await lapsedClaims(db, organizationId, wanted);
      await pool.add(found.map(({ id }) => ({ organizationId, id })));
      last = found[PAGE - 1]?.id;
    }
  };

  const look = async (): Promise<void> => {
    let failing = false;
    while (!signal.aborted) {
      try {
        for (const { id } of await allOrganizations(db)) await lookIn(id);
        failing = false;
      } catch (error) {
        // One line for an outage, however long.
        if (!failing) log.error({ err: error }, "calls to analyse cannot be looked for");
        failing = true;
      }
      await setTimeout(Math.min(LOOK_MS, lease), undefined, { signal, ref: false }).catch(() => {});
    }
  };

  return {
    wake: (organizationId, id) => {
      if (started && !signal.aborted) pool.wake({ organizationId, id });
    },
    start: (looks = true) => {
      started = true;
      if (looks) looking = look();
    },
    stop: async () => {
      stopping.abort();
      await pool.stop();
      await looking;
    },
  };
};
