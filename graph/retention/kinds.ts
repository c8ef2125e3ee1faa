import { setImmediate } from "node:timers/promises";
import type { Db } from "../../db/engine/connect.js";
import {
  redactInboundCallsByRecordings,
  redactInboundCallsByIds,
} from "../../db/dialers/inbound-calls.js";
import { keepTimesOfWords } from "../../db/comments/keep-times.js";
import { touchRecordings } from "../../db/recordings/client-assignments.js";
import { deleteMedia } from "../../db/recordings/media.js";
import { deleteMediaFetches } from "../../db/recordings/media-fetches.js";
import {
  redactPayloads,
  clearMediaUrls,
  type RetainedQueries,
  retainedInboundCalls,
  retainedMedia,
  retainedPayloads,
  type RetainedRow,
  retainedTranscripts,
} from "../../db/retention/retained.js";
import type { RetentionDays } from "../../db/retention/days.js";
import type { RemovedCounts } from "../../db/retention/runs.js";
import { withSearchUpdated } from "../../db/search/search-index.js";
import { deleteAnalysisVersions } from "../../db/analysis/versions.js";
import { redactTranscripts } from "../../db/recordings/transcript.js";
import type { Effects } from "../context/effects.js";
import type { Context } from "../context/context.js";

/** The kinds of content that runs and previews count. */
export type CountedKind = "media" | "transcripts" | "payloads";

/** Inbound calls are copies, which are redacted together with media and transcripts; they are not counted. */
export type RetentionKindName = CountedKind | "inbound";

interface RetentionKind {
  daysField: keyof RetentionDays;
  source: RetainedQueries;
  /** Limits of one change; it always removes at least one row. */
  maxRows: number;
  maxBytes: number;
  /** Removes the content of these rows in a change. Files are deleted after the commit. */
  remove: (trx: Db, context: Context, effects: Effects, ids: readonly string[]) => Promise<void>;
}

export const retentionKinds: Record<RetentionKindName, RetentionKind> = {
  media: {
    daysField: "mediaDays",
    source: retainedMedia,
    maxRows: 25,
    // Deleting files is not part of the transaction.
    maxBytes: Infinity,
    remove: async (trx, context, effects, ids) => {
      const { organizationId } = context;
      effects.filesToDelete.push(
        ...(await deleteMedia(trx, organizationId, ids)),
        ...(await deleteMediaFetches(trx, organizationId, ids)),
      );
      await clearMediaUrls(trx, organizationId, ids);
      await redactInboundCallsByRecordings(trx, organizationId, ids);
      await touchRecordings(trx, organizationId, ids, context.now());
    },
  },
  transcripts: {
    daysField: "transcriptDays",
    source: retainedTranscripts,
    maxRows: 25,
    // SQLite needs about 20 µs to remove one word from the search index.
    maxBytes: 8 * 1024,
    remove: async (trx, { organizationId, now }, _effects, ids) =>
      withSearchUpdated(trx, organizationId, ids, async () => {
        await keepTimesOfWords(trx, organizationId, ids);
        await redactTranscripts(trx, organizationId, ids, now());
        // Earlier analyses quote the call too.
        await deleteAnalysisVersions(trx, organizationId, ids);
        await redactInboundCallsByRecordings(trx, organizationId, ids);
        await touchRecordings(trx, organizationId, ids, now());
      }),
  },
  payloads: {
    daysField: "payloadDays",
    source: retainedPayloads,
    maxRows: 100,
    maxBytes: 256 * 1024,
    remove: async (trx, { organizationId }, _effects, ids) =>
      redactPayloads(trx, organizationId, ids),
  },
  inbound: {
    daysField: "payloadDays",
    source: retainedInboundCalls,
    maxRows: 100,
    maxBytes: 256 * 1024,
    remove: async (trx, { organizationId }, _effects, ids) =>
      redactInboundCallsByIds(trx, organizationId, ids),
  },
};

export const retentionKindNames = Object.keys(retentionKinds) as RetentionKindName[];

export const countRemoved = (kind: CountedKind, rows: readonly RetainedRow[]): RemovedCounts => ({
  media: 0,
  transcripts: 0,
  payloads: 0,
  [kind]: rows.length,
  mediaBytes: kind === "media" ? rows.reduce((sum, { bytes }) => sum + bytes, 0) : 0,
});

const DAY_MS = 24 * 60 * 60_000;

/** Computes the cutoff in milliseconds since 1970; content created before it is older than `days`. */
export const computeCutoff = (days: number, now: number): number => now - days * DAY_MS;

/** How long a backfilled recording keeps its content after its arrival, whatever its age. */
const BACKFILL_GRACE_DAYS = 30;

/** Returns whether a run that begins at `beganAt` keeps content although it is old enough to be removed. */
export const isKept = (
  { isDeferred, backfilledAt }: Pick<RetainedRow, "isDeferred" | "backfilledAt">,
  beganAt: number,
): boolean =>
  isDeferred === 1 ||
  (backfilledAt !== null && backfilledAt >= computeCutoff(BACKFILL_GRACE_DAYS, beganAt));

const PAGE_SIZE = 500;

/**
 * Scans the rows that hold content of a kind, oldest first, between two times in milliseconds since 1970.
 * Yields page by page and lets other requests run between pages.
 */
export async function* scanRetainedRows(
  db: Db,
  organizationId: string,
  kind: RetentionKindName,
  { from = 0, to }: { from?: number; to?: number },
): AsyncGenerator<RetainedRow[]> {
  for (let after = from * 1000 - 1; ;) {
    const page = await retentionKinds[kind].source.loadPage(db, {
      organizationId,
      after,
      limit: PAGE_SIZE,
      ...(to !== undefined && { before: to * 1000 }),
    });
    yield page.filter(({ hasContent }) => hasContent === 1);
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.position;
    await setImmediate();
  }
}
