import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { EMPTY_TRANSCRIPT } from "../recordings/transcript.js";

/** A recording, event or inbound call, and its content of one kind. */
export interface RetainedRow {
  id: string;
  /** createdAt in microseconds. */
  position: number;
  /** 1 if it holds content. */
  hasContent: number;
  /** The size of the content. */
  bytes: number;
  /** 1 if it is kept whatever its age: the recording is unprocessed, or the event has pending deliveries. */
  isDeferred: number;
  /** When a backfilled recording arrived, in milliseconds since 1970; else null. */
  backfilledAt: number | null;
}

interface RetainedPageSearch {
  organizationId: string;
  /** Exclusive lower bound of the position. */
  after: number;
  /** Exclusive upper bound of the position. */
  before?: number;
  limit: number;
}

/** Includes rows without content, so that a page costs the same whatever it holds. */
export interface RetainedQueries {
  /** Loads a page, oldest first. */
  loadPage: (db: Db, search: RetainedPageSearch) => Promise<RetainedRow[]>;
  /** Loads rows in any order. */
  loadByIds: (db: Db, search: IdBatch) => Promise<RetainedRow[]>;
}

const prepareRetained = (
  table: string,
  columns: string,
  { join = "", position = "r.position" } = {},
): RetainedQueries => {
  const selectRows = (db: Db, organizationId: number) =>
    db
      .select("r.id")
      .select(db.raw(`${position} AS position, ${columns}`))
      .from(db.raw(`${table} AS r ${join}`))
      .where("r.organization_id", organizationId);
  return {
    loadPage: prepareQuery((db, { organizationId, after, before, limit }) => {
      const query = selectRows(db, organizationId).whereRaw(`${position} > ?`, [after]);
      if (before !== undefined) query.whereRaw(`${position} < ?`, [before]);
      return query.orderByRaw(position).limit(limit);
    }),
    loadByIds: prepareQuery((db, { organizationId, ids }) =>
      selectRows(db, organizationId).where(inList(db, "r.id", ids)),
    ),
  };
};

const buildJoin = (table: string): string =>
  `LEFT JOIN ${table} AS x ON x.organization_id = r.organization_id AND x.recording_id = r.id`;

const buildFlag = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;

const NOT_BACKFILLED = 'CAST(NULL AS BIGINT) AS "backfilledAt"';

const RECORDING_FLAGS = `${buildFlag("r.status <> 'processed'")} AS "isDeferred",
  r.backfilled_at AS "backfilledAt"`;

/** Recordings with a stored media file or an external media URL. */
export const retainedMedia = prepareRetained(
  "recordings",
  `${buildFlag("x.file IS NOT NULL OR r.media_url IS NOT NULL")} AS "hasContent",
    coalesce(x.bytes, 0) AS bytes, ${RECORDING_FLAGS}`,
  { join: buildJoin("media") },
);

const HAS_UTTERANCES = `octet_length(x.utterances) > ${EMPTY_TRANSCRIPT.length}`;

/** Versions quote the call, even if it has no transcript. */
const HAS_VERSIONS = `EXISTS (SELECT 1 FROM analysis_versions AS v
  WHERE v.organization_id = r.organization_id AND v.recording_id = r.id)`;

/** The size of the transcript before its corrections. */
const ORIGINAL_BYTES = `coalesce((SELECT octet_length(o.utterances) FROM transcript_originals AS o
  WHERE o.organization_id = r.organization_id AND o.recording_id = r.id), 0)`;

/** Recordings with a transcript or earlier analyses. */
export const retainedTranscripts = prepareRetained(
  "recordings",
  `${buildFlag(`${HAS_UTTERANCES} OR ${HAS_VERSIONS}`)} AS "hasContent",
    coalesce(octet_length(x.utterances), 0) + ${ORIGINAL_BYTES} AS bytes, ${RECORDING_FLAGS}`,
  { join: buildJoin("transcripts") },
);

/** Events with a payload. */
export const retainedPayloads = prepareRetained(
  "events",
  `${buildFlag("octet_length(r.payload) > 0")} AS "hasContent", octet_length(r.payload) AS bytes, ${NOT_BACKFILLED},
    ${buildFlag(`EXISTS (SELECT 1 FROM deliveries AS d WHERE d.organization_id = r.organization_id
      AND d.event_id = r.id AND d.status = 'pending')`)} AS "isDeferred"`,
);

/** Logged inbound calls with a payload. Positions aren't unique, but one page holds the whole log. */
export const retainedInboundCalls = prepareRetained(
  "inbound_calls",
  `${buildFlag("r.payload IS NOT NULL OR r.understood IS NOT NULL")} AS "hasContent", 0 AS "isDeferred", ${NOT_BACKFILLED},
    coalesce(octet_length(r.payload), 0) + coalesce(octet_length(r.understood), 0) AS bytes`,
  { position: "r.received_at * 1000" },
);

/** Clears the recordings' external media URLs. */
export const clearMediaUrls = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  await trx("recordings")
    .where("organization_id", organizationId)
    .where(inList(trx, "id", recordingIds))
    .update({ media_url: null });
};

/** Empties the events' payloads, and the deliveries' response bodies, which may repeat a payload. */
export const redactPayloads = async (
  trx: Db,
  organizationId: string,
  eventIds: readonly string[],
): Promise<void> => {
  await trx("events")
    .where("organization_id", organizationId)
    .where(inList(trx, "id", eventIds))
    .update({ payload: "" });
  await trx("deliveries")
    .where("organization_id", organizationId)
    .where(inList(trx, "event_id", eventIds))
    .update({ response_body: null });
};
