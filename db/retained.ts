import { among } from "./among.js";
import type { Db } from "./connect.js";
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

interface Search {
  organizationId: string;
  /** Those at higher positions only. */
  after?: number;
  /** Those at lower positions only. */
  before?: number;
  limit?: number;
  ids?: readonly string[];
}

/** Rows oldest first, those that have nothing among them: a page takes the same time whatever is in it. */
export type Retained = (db: Db, search: Search) => Promise<RetainedRow[]>;

const found = (table: string, what: string, join = ""): Retained =>
  prepared<Search, RetainedRow>((db, { organizationId, after, before, limit, ids }) => {
    const query = db
      .select({ id: "r.id", position: "r.position" })
      .select(db.raw(what))
      .from(db.raw(`${table} AS r ${join}`))
      .where("r.organization_id", organizationId)
      .orderBy("r.position");
    if (after !== undefined) query.where("r.position", ">", after);
    if (before !== undefined) query.where("r.position", "<", before);
    if (ids !== undefined) query.where(among(db, "r.id", ids));
    return limit === undefined ? query : query.limit(limit);
  });

const joined = (table: string): string =>
  `LEFT JOIN ${table} AS x ON x.organization_id = r.organization_id AND x.recording_id = r.id`;

const flag = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;

const UNPROCESSED = `${flag("r.status <> 'processed'")} AS waits`;

/** Of recordings: a file that is kept here, or where one is elsewhere. */
export const retainedMedia = found(
  "recordings",
  `${flag("x.file IS NOT NULL OR r.media_url IS NOT NULL")} AS present,
    coalesce(x.bytes, 0) AS bytes, ${UNPROCESSED}`,
  joined("media"),
);

const SAID = `octet_length(x.utterances) > ${NOTHING_SAID.length}`;

/** Of recordings: what was said. */
export const retainedTranscripts = found(
  "recordings",
  `${flag(SAID)} AS present, coalesce(octet_length(x.utterances), 0) AS bytes, ${UNPROCESSED}`,
  joined("transcripts"),
);

/** Of events: what was sent. */
export const retainedPayloads = found(
  "events",
  `${flag("octet_length(r.payload) > 0")} AS present, octet_length(r.payload) AS bytes,
    ${flag(`EXISTS (SELECT 1 FROM deliveries AS d WHERE d.organization_id = r.organization_id
      AND d.event_id = r.id AND d.status = 'pending')`)} AS waits`,
);

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
