import type { Db } from "./connect.js";

/** How many days of each an organization keeps; null: for ever. */
export interface RetentionDays {
  mediaDays: number | null;
  transcriptDays: number | null;
  payloadDays: number | null;
}

export const FOR_EVER: RetentionDays = { mediaDays: null, transcriptDays: null, payloadDays: null };

/** Times are milliseconds since 1970. */
export interface RetentionRow extends RetentionDays {
  /** When the days were set. */
  changedAt: number;
  /** When the rule last came to its end. */
  ranAt: number | null;
  /** Who is at it, for as long as the lease holds. */
  claimedBy: string | null;
  leaseUntil: number | null;
}

const columns = {
  mediaDays: "media_days",
  transcriptDays: "transcript_days",
  payloadDays: "payload_days",
  changedAt: "changed_at",
  ranAt: "ran_at",
  claimedBy: "claimed_by",
  leaseUntil: "lease_until",
} as const;

/** Undefined where nobody has set any days yet. */
export const retentionOf = async (
  db: Db,
  organizationId: string,
): Promise<RetentionRow | undefined> =>
  db("retention").select(columns).where("organization_id", organizationId).first();

export const putRetention = async (
  trx: Db,
  organizationId: string,
  { mediaDays, transcriptDays, payloadDays }: RetentionDays,
  now: number,
): Promise<void> => {
  await trx("retention")
    .insert({
      organization_id: organizationId,
      media_days: mediaDays,
      transcript_days: transcriptDays,
      payload_days: payloadDays,
      changed_at: now,
    })
    .onConflict("organization_id")
    .merge();
};

/** Claims the rule, or goes on claiming it; null for an owner gives it back. Inside `write`. */
export const claimRetention = async (
  trx: Db,
  organizationId: string,
  owner: string | null,
  until: number | null,
): Promise<void> => {
  await trx("retention")
    .where("organization_id", organizationId)
    .update({ claimed_by: owner, lease_until: until });
};

/** The rule has come to its end, and is nobody's. */
export const endRetention = async (trx: Db, organizationId: string, now: number): Promise<void> => {
  await trx("retention")
    .where("organization_id", organizationId)
    .update({ ran_at: now, claimed_by: null, lease_until: null });
};
