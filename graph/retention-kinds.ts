import { setImmediate } from "node:timers/promises";
import type { Db } from "../db/connect.js";
import { emptyInboundCalls, emptyInboundCallsById } from "../db/inbound-calls.js";
import { deleteMedia } from "../db/media.js";
import {
  emptyPayloads,
  forgetMediaUrls,
  type Retained,
  retainedInbound,
  retainedMedia,
  retainedPayloads,
  type RetainedRow,
  retainedTranscripts,
  touchRecordings,
} from "../db/retained.js";
import type { RetentionDays } from "../db/retention-days.js";
import type { Removed } from "../db/retention-runs.js";
import { indexed } from "../db/search-index.js";
import { emptyTranscripts } from "../db/transcripts.js";
import type { Context } from "./context.js";

/** Of what an organization says how long it is kept, as it is counted. */
export type Counted = "media" | "transcripts" | "payloads";

/** Received calls are copies, which go with media and transcripts too: they are not counted. */
export type KindName = Counted | "inbound";

interface Kind {
  days: keyof RetentionDays;
  rows: Retained;
  /** How many of them one change removes at most, and of how many bytes together; one in any case. */
  most: number;
  bytes: number;
  /** In a change; files go when it is committed. */
  remove: (trx: Db, context: Context, ids: readonly string[]) => Promise<void>;
}

export const kinds: Record<KindName, Kind> = {
  media: {
    days: "mediaDays",
    rows: retainedMedia,
    most: 25,
    // The files themselves are no part of it.
    bytes: Infinity,
    remove: async (trx, context, ids) => {
      const { organizationId } = context;
      context.dropped.push(...(await deleteMedia(trx, organizationId, ids)));
      await forgetMediaUrls(trx, organizationId, ids);
      await emptyInboundCalls(trx, organizationId, ids);
      await touchRecordings(trx, organizationId, ids, context.now());
    },
  },
  transcripts: {
    days: "transcriptDays",
    rows: retainedTranscripts,
    most: 25,
    // Taking a word out of the index takes SQLite some twenty microseconds.
    bytes: 8 * 1024,
    remove: async (trx, { organizationId, now }, ids) =>
      indexed(trx, organizationId, ids, async () => {
        await emptyTranscripts(trx, organizationId, ids, now());
        await emptyInboundCalls(trx, organizationId, ids);
        await touchRecordings(trx, organizationId, ids, now());
      }),
  },
  payloads: {
    days: "payloadDays",
    rows: retainedPayloads,
    most: 100,
    bytes: 256 * 1024,
    remove: async (trx, { organizationId }, ids) => emptyPayloads(trx, organizationId, ids),
  },
  inbound: {
    days: "payloadDays",
    rows: retainedInbound,
    most: 100,
    bytes: 256 * 1024,
    remove: async (trx, { organizationId }, ids) => emptyInboundCallsById(trx, organizationId, ids),
  },
};

export const kindNames = Object.keys(kinds) as KindName[];

export const removedOf = (kind: Counted, rows: readonly RetainedRow[]): Removed => ({
  media: 0,
  transcripts: 0,
  payloads: 0,
  [kind]: rows.length,
  mediaBytes: kind === "media" ? rows.reduce((sum, { bytes }) => sum + bytes, 0) : 0,
});

const DAY_MS = 24 * 60 * 60_000;

/** What was created before then is older than so many days, in milliseconds since 1970. */
export const before = (days: number, at: number): number => at - days * DAY_MS;

const PAGE = 500;

/**
 * The rows that have something of a kind, oldest first, between two times in milliseconds, in pages between
 * which others are answered.
 */
export async function* rowsOf(
  db: Db,
  organizationId: string,
  kind: KindName,
  { from = 0, to }: { from?: number; to?: number },
): AsyncGenerator<RetainedRow[]> {
  for (let after = from * 1000 - 1; ;) {
    const page = await kinds[kind].rows.page(db, {
      organizationId,
      after,
      limit: PAGE,
      ...(to !== undefined && { before: to * 1000 }),
    });
    yield page.filter(({ present }) => present === 1);
    if (page.length < PAGE) return;
    after = page.at(-1)!.position;
    await setImmediate();
  }
}
