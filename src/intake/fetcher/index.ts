import { setTimeout } from "node:timers/promises";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { listDueMediaFetches } from "../../../db/recordings/media-fetches.js";
import { JobPool } from "../../base/workers/job-pool.js";
import { attemptFetch, type FetchOptions } from "./attempt-fetch.js";

const LEASE_MS = 30_000;
const PAGE_SIZE = 100;
/** The longest interval between two polls; a shorter lease shortens it. */
const POLL_MS = 5_000;

/** Fetches the audio of calls into the media store, between start and stop. */
export interface MediaFetcher {
  /** Fetches the audio of a new or changed call now, without waiting for a poll. */
  wake: (organizationId: string, recordingId: string) => void;
  start: () => void;
  /** Aborts running fetches, which another process can then take over, and starts no more. */
  stop: () => Promise<void>;
}

export type MediaFetcherOptions = Omit<FetchOptions, "leaseMs"> & { leaseMs?: number };

/**
 * Creates the worker that fetches the audio of calls in this process. It polls for retries, and for calls of other
 * processes that died. Several workers may share one database.
 */
export const createMediaFetcher = (options: MediaFetcherOptions): MediaFetcher => {
  const parts = { leaseMs: LEASE_MS, ...options };
  const { services, log, leaseMs } = parts;
  const { db } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pool = new JobPool(async (job) => {
    try {
      await attemptFetch(parts, job, signal);
    } catch (error) {
      // The claim expires, and a poll finds it again.
      log.error({ err: error, recording: job.id }, "a fetch of audio could not be recorded");
    }
  }, SHARE_LIMITS.audioDownloads);

  const pollOrganization = async (organizationId: string): Promise<void> => {
    const ids = await listDueMediaFetches(db, organizationId, services.now(), PAGE_SIZE);
    if (!signal.aborted && ids.length > 0) await pool.enqueue(organizationId, ids);
  };

  /** The organizations being polled. One with a long backlog stays in this set, and doesn't delay the others. */
  const polls = new Map<string, Promise<void>>();
  let isFailing = false;
  const onPollFailed = (error: unknown): void => {
    // One line per outage, however long.
    if (!isFailing) log.error({ err: error }, "polling for audio to fetch failed");
    isFailing = true;
  };
  const startPoll = (organizationId: string): void => {
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

  let polling: Promise<void> | undefined;
  return {
    wake: (organizationId, id) => {
      if (polling && !signal.aborted) pool.enqueueUrgent({ organizationId, id });
    },
    start: () => {
      polling ??= poll();
    },
    stop: async () => {
      stopping.abort();
      await pool.stop();
      await polling;
    },
  };
};
