import type { MediaFetchRow } from "../../../db/recordings/media-fetches.js";
import { createContext, type Context, type Services } from "../../../graph/context/context.js";
import { loadMediaHeaders } from "../../../graph/dialers/media-credentials.js";
import {
  claimMediaFetch,
  endMediaFetchAttempt,
  type MediaFetchClaim,
  renewMediaFetch,
  storeFetchedMedia,
} from "../../../graph/recordings/media-fetch-claims.js";
import type { Log } from "../../base/log/log.js";
import { type DownloadOptions, openDownload } from "./download.js";
import { type FetchError, toFetchError } from "./fetch-error.js";

export interface FetchOptions extends Omit<DownloadOptions, "buildHeaders"> {
  services: Services;
  log: Log;
  /** How long a claim holds unless renewed, in milliseconds. */
  leaseMs: number;
  /** Runs when a recording has received its file, or never will. */
  onFetchEnded: (organizationId: string, recordingId: string) => void;
}

export interface FetchJob {
  organizationId: string;
  /** The recording's id. */
  id: string;
}

const MIN_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;
/** The sum of all waits. */
const MAX_WAITED_MS = 60 * 60_000;
/** Attempts whose processes ended don't add a wait. */
const MAX_ATTEMPTS = 50;
const RENEWALS_PER_LEASE = 3;

/**
 * Returns how long to wait for the next attempt; undefined after the last one. Waits double from 5 s to 15 min, or last
 * as long as the server requests, for an hour in total.
 */
export const computeFetchWait = (
  waitedMs: number,
  { isFinal = false, retryAfterMs = 0 }: FetchError["details"],
): number | undefined => {
  const leftMs = MAX_WAITED_MS - waitedMs;
  if (isFinal || leftMs <= 0) return undefined;
  const planned = Math.max(MIN_WAIT_MS, waitedMs, retryAfterMs);
  return Math.min(planned, MAX_WAIT_MS, leftMs);
};

/** Renews the claim until `stop`. Aborts `signal` once the claim is lost. */
const startRenewal = (context: Context, claim: MediaFetchClaim, { leaseMs, log }: FetchOptions) => {
  const lost = new AbortController();
  let last = Promise.resolve();
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewMediaFetch(context, claim, leaseMs))) lost.abort();
    } catch (error) {
      // The next renewal may succeed before the claim expires.
      log.warn({ err: error, recording: claim.recordingId }, "a fetch could not be renewed");
    }
  };
  const timer = setInterval(() => {
    last = last.then(renew);
  }, leaseMs / RENEWALS_PER_LEASE);
  timer.unref();
  return {
    signal: lost.signal,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await last;
    },
  };
};

const fetchAndStore = async (
  options: FetchOptions,
  context: Context,
  claim: MediaFetchClaim,
  signal: AbortSignal,
): Promise<boolean> => {
  const { organizationId, media } = context;
  const buildHeaders = await loadMediaHeaders(context, claim.adapter);
  const { body, hints } = await openDownload(claim.mediaUrl, { ...options, buildHeaders }, signal);
  const { file } = claim;
  const stored = await media.write(organizationId, body, options.maxBytes, { file, hints });
  const durationMs = await media.readDuration(organizationId, stored).catch(() => null);
  if (await storeFetchedMedia(context, claim, stored, durationMs)) return true;
  await media.remove(organizationId, stored.file);
  return false;
};

/** Returns the state for the next attempt after a failure. */
const buildFailureChanges = (
  { waitedMs }: MediaFetchClaim,
  { reason, details }: FetchError,
  now: number,
): Partial<MediaFetchRow> => {
  const wait = computeFetchWait(waitedMs, details);
  return wait === undefined
    ? { failure: reason, isGivenUp: 1 }
    : { failure: reason, dueAt: now + wait, waitedMs: waitedMs + wait };
};

/**
 * Fetches a recording's audio unless another worker does, and stores it as the recording's media. Plans the next
 * attempt after a failure. The claim of a process that dies expires.
 */
export const attemptFetch = async (
  options: FetchOptions,
  { organizationId, id }: FetchJob,
  stopping: AbortSignal,
): Promise<void> => {
  const { services, log, leaseMs, onFetchEnded } = options;
  const context = createContext(services, { role: "internal", organizationId }, "fetcher");
  const claim = await claimMediaFetch(context, id, {
    holder: services.newId(),
    leaseMs,
    file: services.media.createFileName(),
  });
  if (!claim) return;
  const fields = { recording: id, organization: organizationId };
  const renewal = startRenewal(context, claim, options);
  try {
    if (claim.attempts > MAX_ATTEMPTS) {
      const failure =
        "The fetch of the audio was started too often, and its process ended each time";
      await endMediaFetchAttempt(context, claim, { failure, isGivenUp: 1 });
      return onFetchEnded(organizationId, id);
    }
    const signal = AbortSignal.any([stopping, renewal.signal]);
    if (!(await fetchAndStore(options, context, claim, signal))) return;
    log.info(fields, "fetched the audio of a call");
    onFetchEnded(organizationId, id);
  } catch (error) {
    // The recording was erased or changed, or another worker has taken over.
    if (renewal.signal.aborted) return;
    if (stopping.aborted) {
      const attempts = claim.attempts - 1;
      await endMediaFetchAttempt(context, claim, { dueAt: services.now(), attempts });
      return;
    }
    const failure = toFetchError(error);
    const changes = buildFailureChanges(claim, failure, services.now());
    if (!(await endMediaFetchAttempt(context, claim, changes))) return;
    const isGivenUp = changes.isGivenUp === 1;
    log.warn(
      { ...fields, reason: failure.reason },
      isGivenUp ? "gave up fetching the audio of a call" : "could not fetch the audio of a call",
    );
    if (isGivenUp) onFetchEnded(organizationId, id);
  } finally {
    await renewal.stop();
  }
};
