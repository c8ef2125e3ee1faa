import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

/** That a recording was erased, and its place among the changes. */
export interface ErasedRow {
  id: string;
  position: number;
}

interface Between {
  organizationId: string;
  after: number;
  to: number;
  limit: number;
}

const between = prepared<Between, ErasedRow>((db, { organizationId, after, to, limit }) =>
  db("erased_recordings")
    .select({ id: "recording_id", position: "position" })
    .where("organization_id", organizationId)
    .where("position", ">", after)
    .where("position", "<=", to)
    .orderBy("position")
    .limit(limit),
);

/** In the order in which they were erased, after one place and up to another. */
export const erasedBetween = async (
  db: Db,
  organizationId: string,
  bounds: Omit<Between, "organizationId">,
): Promise<ErasedRow[]> => between(db, { organizationId, ...bounds });
