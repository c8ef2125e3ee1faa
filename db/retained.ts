import { among, type OfMany } from "./among.js";
import { type Db, dialectOf } from "./connect.js";
import { firstOfPositions } from "./positions.js";
import { prepared } from "./prepared.js";
import { NOTHING_SAID } from "./transcripts.js";

/** A recording or an event, and what it has of something that may be removed for its age. */
export interface RetainedRow {
  id: string;
  /** createdAt in microseconds. */
  position: number;
  /** 1: it has something. */
  present: number;
  /** How much. */
  bytes: number;
  /** 1: it is kept, however old: it is not processed yet, or still to be delivered. */
  waits: number;
}

interface PageOf {
  organizationId: string;
  /** Those at higher positions only. */
  after: number;
  /** Those at lower positions only. */
  before?: number;
  limit: number;
}

/** Rows that have nothing are among them: a page takes the same time whatever is in it. */
export interface Retained {
  /** Oldest first. */
  page: (db: Db, search: PageOf) => Promise<RetainedRow[]>;
  /** In any order. */
  ofIds: (db: Db, search: OfMany) => Promise<RetainedRow[]>;
}

const found = (
  table: string,
  what: string,
  { join = "", position = "r.position" } = {},
): Retained => {
  const rows = (db: Db, organizationId: number) =>
    db
      .select("r.id")
      .select(db.raw(`${position} AS position, ${what}`))
      .from(db.raw(`${table} AS r ${join}`))
      .where("r.organization_id", organizationId);
  return {
    page: prepared((db, { organizationId, after, before, limit }) => {
      const query = rows(db, organizationId).whereRaw(`${position} > ?`, [after]);
      if (before !== undefined) query.whereRaw(`${position} < ?`, [before]);
      return query.orderByRaw(position).limit(limit);
    }),
    ofIds: prepared((db, { organizationId, ids }) =>
      rows(db, organizationId).where(among(db, "r.id", ids)),
    ),
  };
};

const joined = (table: string): string =>
  `LEFT JOIN ${table} AS x ON x.organization_id = r.organization_id AND x.recording_id = r.id`;

const flag = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;

const UNPROCESSED = `${flag("r.status <> 'processed'")} AS waits`;

/** Of recordings: a file that is kept here, or where one is elsewhere. */
export const retainedMedia = found(
  "recordings",
  `${flag("x.file IS NOT NULL OR r.media_url IS NOT NULL")} AS present,
    coalesce(x.bytes, 0) AS bytes, ${UNPROCESSED}`,
  { join: joined("media") },
);

const SAID = `octet_length(x.utterances) > ${NOTHING_SAID.length}`;

/** Of recordings: what was said. */
export const retainedTranscripts = found(
  "recordings",
  `${flag(SAID)} AS present, coalesce(octet_length(x.utterances), 0) AS bytes, ${UNPROCESSED}`,
  { join: joined("transcripts") },
);

/** Of events: what was sent. */
export const retainedPayloads = found(
  "events",
  `${flag("octet_length(r.payload) > 0")} AS present, octet_length(r.payload) AS bytes,
    ${flag(`EXISTS (SELECT 1 FROM deliveries AS d WHERE d.organization_id = r.organization_id
      AND d.event_id = r.id AND d.status = 'pending')`)} AS waits`,
);

const PLACE = {
  sqlite: "SELECT key FROM json_each(?) WHERE value = recordings.id",
  postgres: `SELECT place - 1 FROM json_array_elements_text(?) WITH ORDINALITY AS t (id, place)
    WHERE t.id = recordings.id`,
};

/** Of calls in the log of what phone systems sent; no page is shorter than the log. */
export const retainedInbound = found(
  "inbound_calls",
  `${flag("r.payload IS NOT NULL OR r.understood IS NOT NULL")} AS present, 0 AS waits,
    coalesce(octet_length(r.payload), 0) + coalesce(octet_length(r.understood), 0) AS bytes`,
  { position: "r.received_at * 1000" },
);

/** Gives these recordings their places among the changes, one after the other: whoever syncs is told of each. */
export const touchRecordings = async (
  trx: Db,
  organizationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> => {
  const first = await firstOfPositions(trx, organizationId, ids.length, now);
  const place = `CAST(? AS BIGINT) + (${PLACE[dialectOf(trx)]})`;
  await trx("recordings")
    .where("organization_id", organizationId)
    .where(among(trx, "id", ids))
    .update({ updated_position: trx.raw(place, [first, JSON.stringify(ids)]) });
};

/** Forgets where the audio of these recordings is elsewhere. */
export const forgetMediaUrls = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  await trx("recordings")
    .where("organization_id", organizationId)
    .where(among(trx, "id", recordingIds))
    .update({ media_url: null });
};

/** Empties events as erasure does, and what receivers answered to them, which can repeat what it was sent. */
export const emptyPayloads = async (
  trx: Db,
  organizationId: string,
  eventIds: readonly string[],
): Promise<void> => {
  await trx("events")
    .where("organization_id", organizationId)
    .where(among(trx, "id", eventIds))
    .update({ payload: "" });
  await trx("deliveries")
    .where("organization_id", organizationId)
    .where(among(trx, "event_id", eventIds))
    .update({ response_body: null });
};
