import { setTimeout } from "node:timers/promises";
import pLimit from "p-limit";
import { listExpiredAnalysisClaims } from "../../db/analysis/claims.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { listUnanalyzed } from "../../db/analysis/unanalyzed.js";
import { createAnalysisSlots } from "./analysis-slots.js";
import { attemptAnalysis, type AttemptOptions } from "./attempt-analysis.js";
import { JobPool } from "../base/workers/job-pool.js";

const LEASE_MS = 30_000;
const BACK_OFF_MS = [1_000, 5_000];
const DEFAULT_CONCURRENCY = 4;
const PAGE_SIZE = 100;
const MAX_CONCURRENT_POLLS = 4;

/** The longest interval between two polls; a shorter lease shortens it. */
const POLL_MS = 5_000;

/** Analyses calls, between start and stop. */
export interface Analyzer {
  /** Analyses a new or changed call now, without waiting for a poll. */
  wake: (organizationId: string, recordingId: string) => void;
  /** Analyses calls after those that wait. */
  add: (organizationId: string, recordingIds: readonly string[]) => void;
  /** Without `polls`, the analyzer handles only the calls passed to `wake`. */
  start: (polls?: boolean) => void;
  /** Aborts running analyses and starts no more. */
  stop: () => Promise<void>;
}

export type AnalyzerOptions = Pick<AttemptOptions, "services" | "log" | "analyze" | "transcribe"> &
  Partial<Pick<AttemptOptions, "leaseMs" | "backOff">> & {
    /** The number of calls analysed at a time. */
    concurrency?: number;
  };

/**
 * Creates the worker that analyses calls in this process. It handles a call as soon as it arrives, and polls for
 * calls that arrived while no worker ran, or whose worker died. Several workers may share one database.
 */
export const createAnalyzer = (options: AnalyzerOptions): Analyzer => {
  const parts = { leaseMs: LEASE_MS, backOff: BACK_OFF_MS, ...options };
  const { services, log, leaseMs, transcribe, concurrency = DEFAULT_CONCURRENCY } = parts;
  const { db } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let polling = Promise.resolve();
  let isStarted = false;
  const places = createAnalysisSlots(concurrency, transcribe !== undefined);
  const { runInSlot, untranscribed } = places;
  const pool = new JobPool(async (job) => {
    try {
      await attemptAnalysis({ ...parts, runInSlot, untranscribed }, job, signal);
    } catch (error) {
      log.error({ err: error, recording: job.id }, "an analysis could not be completed");
    }
  }, places.jobLimits);
  const pollPlaces = pLimit(MAX_CONCURRENT_POLLS);

  const enqueueClaimed = async (organizationId: string, isRequested: boolean): Promise<void> => {
    let last: string | undefined = "";
    while (last !== undefined && !signal.aborted) {
      const search = { isRequested, now: services.now(), after: last, limit: PAGE_SIZE };
      const page: { id: string }[] = await pollPlaces(() =>
        listExpiredAnalysisClaims(db, organizationId, search),
      );
      await pool.enqueue(
        organizationId,
        page.map(({ id }) => id),
      );
      last = page[PAGE_SIZE - 1]?.id;
    }
  };

  const pollOrganization = async (organizationId: string): Promise<void> => {
    const leaseStart = (services.now() - leaseMs) * 1000;
    // Interrupted calls come first: they have waited for their turn before.
    await enqueueClaimed(organizationId, false);
    for (const [status, before] of [
      ["received", Number.MAX_SAFE_INTEGER],
      ["processing", leaseStart],
    ] as const) {
      let after: number | undefined = 0;
      while (after !== undefined && !signal.aborted) {
        const search = { organizationId, status, after, before, limit: PAGE_SIZE };
        const page: { id: string; position: number }[] = await pollPlaces(() =>
          listUnanalyzed(db, search, {
            // Without a free slot, the analyzer would refuse every call that needs a transcript.
            audio: untranscribed.hasPlace(organizationId),
            fetchesMedia: services.fetchesMedia,
          }),
        );
        await pool.enqueue(
          organizationId,
          page.map(({ id }) => id),
        );
        after = page[PAGE_SIZE - 1]?.position;
      }
    }
    // Those that have an analysis come last: there may be many.
    await enqueueClaimed(organizationId, true);
  };

  /** The organizations being polled. One with a long backlog stays in this set, and doesn't delay the others. */
  const polls = new Map<string, Promise<void>>();
  let isFailing = false;
  const onPollFailed = (error: unknown): void => {
    // One line per outage, however long.
    if (!isFailing) log.error({ err: error }, "polling for calls to analyse failed");
    isFailing = true;
  };

  const startPoll = (organizationId: string): void => {
    places.addOrganization(organizationId);
    if (polls.has(organizationId)) return;
    const ended = pollOrganization(organizationId)
      .then(() => void (isFailing = false), onPollFailed)
      .finally(() => polls.delete(organizationId));
    polls.set(organizationId, ended);
  };

  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const { id } of await listOrganizations(db)) startPoll(id);
      } catch (error) {
        onPollFailed(error);
      }
      await setTimeout(Math.min(POLL_MS, leaseMs), undefined, { signal, ref: false }).catch(
        () => {},
      );
    }
    await Promise.all(polls.values());
  };

  return {
    wake: (organizationId, id) => {
      if (!isStarted || signal.aborted) return;
      places.addOrganization(organizationId);
      pool.enqueueUrgent({ organizationId, id });
    },
    add: (organizationId, ids) => {
      if (!isStarted || signal.aborted) return;
      places.addOrganization(organizationId);
      void pool.enqueue(organizationId, ids);
    },
    start: (polls = true) => {
      isStarted = true;
      if (polls) polling = poll();
    },
    stop: async () => {
      stopping.abort();
      await pool.stop();
      await polling;
    },
  };
};
