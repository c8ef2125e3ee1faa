import type { Db } from "../engine/connect.js";

/** How many days an organization keeps each kind of content; null: forever. */
export interface RetentionDays {
  mediaDays: number | null;
  transcriptDays: number | null;
  payloadDays: number | null;
}

export const KEEP_FOREVER: RetentionDays = {
  mediaDays: null,
  transcriptDays: null,
  payloadDays: null,
};

/** Times are milliseconds since 1970. */
export interface RetentionRow extends RetentionDays {
  /** When the days were last set. */
  changedAt: number;
  /** When the last run finished. */
  ranAt: number | null;
  /** The process that is running retention; its claim is valid until leaseUntil. */
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

/** Returns undefined if the organization never set any days. */
export const findRetention = async (
  db: Db,
  organizationId: string,
): Promise<RetentionRow | undefined> =>
  db("retention").select(columns).where("organization_id", organizationId).first();

export const upsertRetention = async (
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

/** Sets or extends the claim; a null owner releases it. Call it inside `write`. */
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

/** Records a finished run and releases the claim. */
export const finishRetention = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<void> => {
  await trx("retention")
    .where("organization_id", organizationId)
    .update({ ran_at: now, claimed_by: null, lease_until: null });
};
