import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

/** That a recording is being analysed by one of our workers, or is wanted to be. */
export interface AnalysisClaim {
  /** Whose it is; null where nobody works on it. */
  holder: string | null;
  /** Until then it is nobody else's, in milliseconds since 1970. */
  heldUntil: number;
  /** The recording's updatedPosition when this was written. */
  seen: number;
  /** How many workers have begun it since it came in or was last brought on. */
  begun: number;
  /** Whether a processed recording is to be analysed again: 0 or 1. */
  wanted: number;
}

interface Key {
  organizationId: string;
  id: string;
}

const ofOne = prepared<Key, AnalysisClaim>((db, { organizationId, id }) =>
  db("analysis_claims")
    .select({
      holder: "holder",
      heldUntil: "held_until",
      seen: "seen",
      begun: "begun",
      wanted: "wanted",
    })
    .where({ organization_id: organizationId, recording_id: id }),
);

/** The claim on a recording, whether or not it is over. */
export const claimOn = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<AnalysisClaim | undefined> => (await ofOne(db, { organizationId, id }))[0];

export const putClaim = async (
  trx: Db,
  organizationId: string,
  id: string,
  { holder, heldUntil, seen, begun, wanted }: AnalysisClaim,
): Promise<void> => {
  await trx("analysis_claims")
    .insert({
      organization_id: organizationId,
      recording_id: id,
      holder,
      held_until: heldUntil,
      seen,
      begun,
      wanted,
    })
    .onConflict(["organization_id", "recording_id"])
    .merge();
};

/** Changes the holder's claim; false where it is not the holder's any more. */
export const changeClaim = async (
  trx: Db,
  organizationId: string,
  { id, holder }: { id: string; holder: string },
  changes: Partial<AnalysisClaim>,
): Promise<boolean> => {
  const row = {
    ...(changes.holder !== undefined && { holder: changes.holder }),
    ...(changes.heldUntil !== undefined && { held_until: changes.heldUntil }),
    ...(changes.seen !== undefined && { seen: changes.seen }),
    ...(changes.begun !== undefined && { begun: changes.begun }),
  };
  const changed = await trx("analysis_claims")
    .where({ organization_id: organizationId, recording_id: id, holder })
    .update(row);
  return changed > 0;
};

/** What was to be done is done, or given up. */
export const deleteClaim = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  await trx("analysis_claims")
    .where({ organization_id: organizationId, recording_id: id })
    .delete();
};

/** Recordings whose claim is over, or that are wanted: in the order of their ids, after this one. */
export const lapsedClaims = async (
  db: Db,
  organizationId: string,
  { now, after, limit }: { now: number; after: string; limit: number },
): Promise<{ id: string }[]> =>
  db("analysis_claims")
    .select({ id: "recording_id" })
    .where("organization_id", organizationId)
    .where("held_until", "<", now)
    .where("recording_id", ">", after)
    .orderBy("recording_id")
    .limit(limit);
