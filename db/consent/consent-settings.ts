import type { Db } from "../engine/connect.js";

/** Whether a call's customer agreed to its recording. */
export type Consent = "unknown" | "announced" | "given" | "refused";

/** What happens to a call whose customer refused. */
export type RefusedConsent = "hidden" | "transcript_only" | "erased";

/** Loads what happens to refused calls; undefined unless it was set. */
export const findRefusedConsent = async (
  db: Db,
  organizationId: string,
): Promise<RefusedConsent | undefined> => {
  const row = await db("consent_settings")
    .where("organization_id", organizationId)
    .first("refused");
  return row?.refused as RefusedConsent | undefined;
};

export const upsertRefusedConsent = async (
  trx: Db,
  organizationId: string,
  refused: RefusedConsent,
): Promise<void> => {
  await trx("consent_settings")
    .insert({ organization_id: organizationId, refused })
    .onConflict("organization_id")
    .merge();
};
