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

const page = prepared<Wanted, Placed>((db, wanted) =>
  db("recordings as r")
    .select("r.id", "r.position")
    .where("r.organization_id", wanted.organizationId)
    .where("r.status", wanted.status)
    .where("r.position", ">", wanted.after)
    .where("r.updated_position", "<", wanted.before)
    .whereExists(
      db("transcripts as t")
        .select(db.raw("1"))
        .whereRaw("t.organization_id = r.organization_id AND t.recording_id = r.id"),
    )
    .orderBy("r.position")
    .limit(wanted.limit),
);

/** The organization's recordings that have a transcript and no analysis, oldest first. */
export const unanalysed = async (db: Db, wanted: Wanted): Promise<Placed[]> => page(db, wanted);
