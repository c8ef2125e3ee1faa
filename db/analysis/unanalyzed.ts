import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

interface UnanalyzedSearch {
  organizationId: string;
  status: "received" | "processing";
  /** The last position of the previous page. */
  after: number;
  /** Only recordings not changed since then. Microseconds since 1970. */
  before: number;
  limit: number;
}

/** A recording and its position in the organization. */
export interface PositionedRecording {
  id: string;
  position: number;
}

const queryRowsOf = (table: string) => (db: Db) =>
  db(`${table} as t`)
    .select(db.raw("1"))
    .whereRaw("t.organization_id = r.organization_id AND t.recording_id = r.id");

const transcript = queryRowsOf("transcripts");
const media = queryRowsOf("media");

const preparePage = (hasSource: (db: Db) => (query: Knex.QueryBuilder) => void) =>
  prepareQuery<UnanalyzedSearch, PositionedRecording>((db, search) =>
    db("recordings as r")
      .select("r.id", "r.position")
      .where("r.organization_id", search.organizationId)
      .where("r.status", search.status)
      .whereRaw("r.refusal IS DISTINCT FROM 'hidden'")
      .where("r.position", ">", search.after)
      .where("r.updated_position", "<", search.before)
      .where(hasSource(db))
      .orderBy("r.position")
      .limit(search.limit),
  );

const withTranscript = preparePage((db) => (query) => void query.whereExists(transcript(db)));
const withAnySource = preparePage(
  (db) => (query) =>
    void query.whereExists(transcript(db)).orWhereNotNull("r.media_url").orWhereExists(media(db)),
);

const withFetchedSource = preparePage(
  (db) => (query) =>
    void query
      .whereExists(transcript(db))
      .orWhereExists(media(db))
      .orWhere(
        (url) =>
          void url
            .whereNotNull("r.media_url")
            .whereNotExists(queryRowsOf("media_fetches")(db).whereRaw("t.given_up = 0")),
      ),
);

/**
 * Lists recordings without an analysis that have a transcript or, with `audio`, audio. Oldest first. With
 * `fetchesMedia`, audio that is still being fetched doesn't count.
 */
export const listUnanalyzed = async (
  db: Db,
  search: UnanalyzedSearch,
  { audio, fetchesMedia = false }: { audio: boolean; fetchesMedia?: boolean | undefined },
): Promise<PositionedRecording[]> => {
  if (!audio) return withTranscript(db, search);
  return (fetchesMedia ? withFetchedSource : withAnySource)(db, search);
};

interface RecordingPeople {
  userName: string;
  clientName: string | null;
}

const people = prepareQuery<{ organizationId: string; id: string }, RecordingPeople>(
  (db, { organizationId, id }) =>
    db("recordings as r")
      .join("users as u", (on) =>
        on.on("u.organization_id", "r.organization_id").andOn("u.id", "r.user_id"),
      )
      .leftJoin("clients as c", (on) =>
        on.on("c.organization_id", "r.organization_id").andOn("c.id", "r.client_id"),
      )
      .select({ userName: "u.name", clientName: "c.name" })
      .where({ "r.organization_id": organizationId, "r.id": id }),
);

/** Loads the current names of the rep and the client. */
export const loadRecordingPeople = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<RecordingPeople> => (await people(db, { organizationId, id }))[0]!;

/** Lists the oldest recordings whose analysis failed. */
export const listFailedRecordingIds = async (
  db: Db,
  organizationId: string,
  limit: number,
): Promise<string[]> =>
  db("recordings")
    .where({ organization_id: organizationId, status: "failed" })
    .orderBy("position")
    .limit(limit)
    .pluck("id");
