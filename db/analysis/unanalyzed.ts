import type { Knex } from "knex";
import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

interface Wanted {
  organizationId: string;
  status: "received" | "processing";
  /** Those at higher positions only. */
  after: number;
  /** Those that nobody has changed since then, in microseconds. */
  before: number;
  limit: number;
}

/** A recording's place in the order of an organization's recordings. */
export interface Placed {
  id: string;
  position: number;
}

const of = (table: string) => (db: Db) =>
  db(`${table} as t`)
    .select(db.raw("1"))
    .whereRaw("t.organization_id = r.organization_id AND t.recording_id = r.id");

const transcript = of("transcripts");
const media = of("media");

const pageOf = (hasSource: (db: Db) => (query: Knex.QueryBuilder) => void) =>
  prepared<Wanted, Placed>((db, wanted) =>
    db("recordings as r")
      .select("r.id", "r.position")
      .where("r.organization_id", wanted.organizationId)
      .where("r.status", wanted.status)
      .where("r.position", ">", wanted.after)
      .where("r.updated_position", "<", wanted.before)
      .where(hasSource(db))
      .orderBy("r.position")
      .limit(wanted.limit),
  );

const withTranscript = pageOf((db) => (query) => void query.whereExists(transcript(db)));
const withAny = pageOf(
  (db) => (query) =>
    void query.whereExists(transcript(db)).orWhereNotNull("r.media_url").orWhereExists(media(db)),
);

/**
 * The organization's recordings that have no analysis and something to make one of, oldest first: a
 * transcript or, with `audio`, what was recorded.
 */
export const unanalysed = async (db: Db, wanted: Wanted, audio: boolean): Promise<Placed[]> =>
  (audio ? withAny : withTranscript)(db, wanted);

interface People {
  userName: string;
  clientName: string | null;
}

const people = prepared<{ organizationId: string; id: string }, People>(
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

/** What the two sides of a recording are called today. */
export const peopleOf = async (db: Db, organizationId: string, id: string): Promise<People> =>
  (await people(db, { organizationId, id }))[0]!;

/** Some of the organization's recordings whose analysis failed, oldest first. */
export const failedRecordings = async (
  db: Db,
  organizationId: string,
  limit: number,
): Promise<string[]> =>
  db("recordings")
    .where({ organization_id: organizationId, status: "failed" })
    .orderBy("position")
    .limit(limit)
    .pluck("id");
