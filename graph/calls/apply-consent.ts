import type { Consent } from "../../db/consent/consent-settings.js";
import type { Db } from "../../db/engine/connect.js";
import { markMediaUnchecked } from "../../db/redaction/media-checks.js";
import type { RecordingRow, StoredRecording } from "../../db/recordings/fields.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { eraseAndRematch } from "../recordings/erase.js";
import { loadRefusedConsent } from "../consent/refused-consent.js";

/** Returns the fields that a sent consent sets. Null clears it; without one, nothing changes. */
export const resolveConsentChanges = async (
  trx: Db,
  organizationId: string,
  sent: Consent | null | undefined,
): Promise<Pick<StoredRecording, "consent" | "refusal"> | undefined> => {
  if (sent === undefined) return undefined;
  const consent = sent ?? "unknown";
  if (consent !== "refused") return { consent, refusal: null };
  const refused = await loadRefusedConsent(trx, organizationId);
  return { consent, refusal: refused === "erased" ? null : refused };
};

/** Returns whether a call with this consent is erased at once. */
export const isErasedOnArrival = async (
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  sent: Consent | null | undefined,
): Promise<boolean> =>
  sent === "refused" && (await loadRefusedConsent(db, organizationId)) === "erased";

/** Applies a refusal to an ingested call: erases it, or marks its audio for removal. */
export const applyRefusal = async (
  trx: Db,
  context: Context,
  effects: Effects,
  { id, status, consent, refusal }: RecordingRow,
): Promise<void> => {
  const { organizationId } = context;
  if (consent !== "refused" || status === "processed") return;
  if (refusal === "transcript_only") await markMediaUnchecked(trx, organizationId, id);
  if (refusal !== null) return;
  if (await eraseAndRematch(trx, context, effects, id))
    await audit(trx, context, { action: "recording.deleted", subject: id, recordings: 1 });
};
