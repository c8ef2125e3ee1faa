import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import type { Placeholders } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";
import { listScopeConditions } from "../engine/viewer-scope.js";

/** The most calls that are counted before one. */
const MAX_COUNTED = 1_000;

/**
 * The most received calls that are read. An organization may have any number of them without audio, and they wait
 * forever.
 */
const MAX_READ = 10_000;

/** How the server takes calls that need a transcript. */
export interface TranscriptionLine {
  /** Whether the server fetches audio. A call then waits only once its audio has arrived. */
  fetchesMedia: boolean;
  /** Whether claims tell a running transcription from one that waits for its turn. */
  showsProgress: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

export interface TranscriptionPlaceRow {
  recordingId: string;
  /** 1: the next of the organization; MAX_COUNTED + 1: more than MAX_COUNTED calls are before it. */
  place: number;
}

interface PlaceSearch extends IdBatch {
  /** Undefined: unfetched audio counts. */
  fetchesMedia: true | undefined;
  /** Undefined: only calls without a claim wait. */
  claimedUntil: number | undefined;
}

type PlaceValues = Placeholders<PlaceSearch>;

const queryRowsOf = (table: string): string =>
  `SELECT 1 FROM ${table} AS t WHERE t.organization_id = r.organization_id AND t.recording_id = r.id`;

const CLAIM = `LEFT JOIN analysis_claims AS c ON c.organization_id = r.organization_id AND c.recording_id = r.id`;
const UNCLAIMED = "(c.holder IS NULL OR c.transcribed_percent IS NULL)";
const CLAIMED = "(c.holder IS NOT NULL AND c.transcribed_percent IS NULL AND c.held_until >= ?)";
/** Without a worker: it was stopped, or has died. */
const INTERRUPTED = "c.held_until < ?";

const FIRST_UNREAD = `SELECT r.position FROM recordings AS r WHERE r.organization_id = ? AND r.status = 'received'
  ORDER BY r.position LIMIT 1 OFFSET ${MAX_READ}`;
const END = `COALESCE((SELECT unread.position FROM unread), ${Number.MAX_SAFE_INTEGER})`;

/** As in `listUnanalyzed`, without the calls that have a transcript. */
const buildNeed = ({ fetchesMedia }: PlaceValues): string => `r.refusal IS DISTINCT FROM 'hidden'
  AND NOT EXISTS (${queryRowsOf("transcripts")})
  AND (EXISTS (${queryRowsOf("media")}) OR (r.media_url IS NOT NULL${
    fetchesMedia === undefined
      ? ""
      : ` AND NOT EXISTS (${queryRowsOf("media_fetches")} AND t.given_up = 0)`
  }))`;

/**
 * Builds the organization's line. The workers have claimed the calls of turn 0, and transcribe them in the order of
 * their claims, which is that of `seen`. They claim those of turn 1, which were interrupted, and then those of turn 2.
 */
const buildLine = (db: Db, values: PlaceValues): Knex.Raw => {
  const { organizationId, claimedUntil } = values;
  const need = buildNeed(values);
  const unclaimed = `SELECT * FROM (
    SELECT r.id, 2 AS turn, r.position AS ordinal FROM recordings AS r ${CLAIM}
    WHERE r.organization_id = ? AND r.status = 'received' AND r.position < ${END} AND ${UNCLAIMED} AND ${need}
    ORDER BY r.position LIMIT ${MAX_COUNTED}
  ) AS unclaimed`;
  if (claimedUntil === undefined) return db.raw(unclaimed, [organizationId]);
  const claimed = `SELECT * FROM (
    SELECT r.id, 0 AS turn, c.seen AS ordinal FROM recordings AS r ${CLAIM}
    WHERE r.organization_id = ? AND r.status = 'processing' AND ${CLAIMED} AND ${need}
    ORDER BY r.position LIMIT ${MAX_COUNTED}
  ) AS claimed`;
  const interrupted = `SELECT * FROM (
    SELECT r.id, 1 AS turn, r.position AS ordinal FROM recordings AS r ${CLAIM}
    WHERE r.organization_id = ? AND r.status = 'processing' AND ${INTERRUPTED} AND ${need}
    ORDER BY r.position LIMIT ${MAX_COUNTED}
  ) AS interrupted`;
  return db.raw(`${claimed} UNION ALL ${interrupted} UNION ALL ${unclaimed}`, [
    organizationId,
    claimedUntil,
    organizationId,
    claimedUntil,
    organizationId,
  ]);
};

const places = prepareQuery<PlaceSearch, TranscriptionPlaceRow>((db, values) => {
  const { organizationId, ids, claimedUntil } = values;
  const conditions = [inList(db, "r.id", ids), ...listScopeConditions(db, "r.user_id")];
  // With a plain condition on the status, SQLite would search all calls of the status.
  const isInLine = `CASE r.status WHEN 'received' THEN ${UNCLAIMED}${
    claimedUntil === undefined ? "" : ` WHEN 'processing' THEN (${CLAIMED} OR ${INTERRUPTED})`
  } ELSE FALSE END`;
  return db.raw(
    `WITH unread AS MATERIALIZED (${FIRST_UNREAD}), line AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY turn, ordinal) AS place FROM (?) AS unnumbered
    ), asked AS (
      SELECT r.id FROM recordings AS r ${CLAIM}
      WHERE r.organization_id = ? AND ${conditions.map(() => "?").join(" AND ")}
        AND ${isInLine} AND ${buildNeed(values)}
    )
    SELECT asked.id AS ??, COALESCE(line.place, ${MAX_COUNTED + 1}) AS place
    FROM asked LEFT JOIN line ON line.id = asked.id
    WHERE line.place IS NOT NULL OR (SELECT count(*) FROM line) >= ${MAX_COUNTED}`,
    [
      organizationId,
      buildLine(db, values),
      organizationId,
      ...conditions,
      ...(claimedUntil === undefined ? [] : [claimedUntil, claimedUntil]),
      "recordingId",
    ],
  );
});

/**
 * Loads the places of those recordings that wait for the server's transcription. Leaves out those whose place is
 * unknown, because too many calls would have to be read.
 */
export const loadTranscriptionPlaces = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
  { fetchesMedia, showsProgress, now }: TranscriptionLine,
): Promise<TranscriptionPlaceRow[]> => {
  const rows = await places(db, {
    organizationId,
    ids,
    fetchesMedia: fetchesMedia || undefined,
    claimedUntil: showsProgress ? now : undefined,
  });
  // The line may have MAX_COUNTED calls of each turn.
  return rows.map((row) => ({ ...row, place: Math.min(row.place, MAX_COUNTED + 1) }));
};
