import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** A worker's claim on a recording, or a request for another analysis. */
export interface AnalysisClaim {
  /** The worker's attempt; null if no worker holds the recording. */
  holder: string | null;
  /** No other worker may claim it until then. Milliseconds since 1970. */
  heldUntil: number;
  /** The recording's updatedPosition when the claim was written. */
  seenPosition: number;
  /** How many workers have started the analysis since the call arrived or the analysis last made progress. */
  attempts: number;
  /** 1 if a processed recording is queued for another analysis, else 0. */
  isRequested: number;
  /** How much of the audio is transcribed, in percent; null if no transcription is running. */
  transcribedPercent: number | null;
}

interface RecordingKey {
  organizationId: string;
  id: string;
}

const byRecordingId = prepareQuery<RecordingKey, AnalysisClaim>((db, { organizationId, id }) =>
  db("analysis_claims")
    .select({
      holder: "holder",
      heldUntil: "held_until",
      seenPosition: "seen",
      attempts: "begun",
      isRequested: "wanted",
      transcribedPercent: "transcribed_percent",
    })
    .where({ organization_id: organizationId, recording_id: id }),
);

/** Returns the claim on a recording, expired or not. */
export const findAnalysisClaim = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<AnalysisClaim | undefined> => (await byRecordingId(db, { organizationId, id }))[0];

export const upsertAnalysisClaim = async (
  trx: Db,
  organizationId: string,
  id: string,
  { holder, heldUntil, seenPosition, attempts, isRequested, transcribedPercent }: AnalysisClaim,
): Promise<void> => {
  await trx("analysis_claims")
    .insert({
      organization_id: organizationId,
      recording_id: id,
      holder,
      held_until: heldUntil,
      seen: seenPosition,
      begun: attempts,
      wanted: isRequested,
      transcribed_percent: transcribedPercent,
    })
    .onConflict(["organization_id", "recording_id"])
    .merge();
};

/** Updates the holder's claim. Returns false if the holder has lost it. */
export const updateAnalysisClaim = async (
  trx: Db,
  organizationId: string,
  { id, holder }: { id: string; holder: string },
  changes: Partial<AnalysisClaim>,
): Promise<boolean> => {
  const row = {
    ...(changes.holder !== undefined && { holder: changes.holder }),
    ...(changes.heldUntil !== undefined && { held_until: changes.heldUntil }),
    ...(changes.seenPosition !== undefined && { seen: changes.seenPosition }),
    ...(changes.attempts !== undefined && { begun: changes.attempts }),
    ...(changes.transcribedPercent !== undefined && {
      transcribed_percent: changes.transcribedPercent,
    }),
  };
  const changed = await trx("analysis_claims")
    .where({ organization_id: organizationId, recording_id: id, holder })
    .update(row);
  return changed > 0;
};

export interface TranscriptionProgressRow {
  recordingId: string;
  transcribedPercent: number;
}

const progressByRecordings = prepareQuery<IdBatch & { now: number }, TranscriptionProgressRow>(
  (db, { organizationId, ids, now }) =>
    db("analysis_claims")
      .select({ recordingId: "recording_id", transcribedPercent: "transcribed_percent" })
      .where("organization_id", organizationId)
      .where(inList(db, "recording_id", ids))
      .modify(withinRecordingScope(db, organizationId, "analysis_claims.recording_id"))
      .whereNotNull("holder")
      // A worker that has died holds its claim no longer.
      .where("held_until", ">=", now)
      .whereNotNull("transcribed_percent"),
);

/** Loads the transcription progress of those recordings that are being transcribed. `now`: ms since 1970. */
export const loadTranscriptionProgress = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  now: number,
): Promise<TranscriptionProgressRow[]> =>
  progressByRecordings(db, { organizationId, ids: recordingIds, now });

/** Returns those of the given times, as text, at which a worker holds a claim in the organization. */
export const loadHeldAnalysisClaim = async (
  db: Db,
  organizationId: string,
  times: readonly string[],
): Promise<{ time: string }[]> => {
  const held: { time: string }[] = [];
  for (const time of times) {
    const claim = await db("analysis_claims")
      .where("organization_id", organizationId)
      .where("held_until", ">=", Number(time))
      .whereNotNull("holder")
      .first(db.raw("1 AS one"));
    if (claim !== undefined) held.push({ time });
  }
  return held;
};

/** Deletes the claim once the analysis has succeeded or failed. */
export const deleteAnalysisClaim = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("analysis_claims")
    .where({ organization_id: organizationId, recording_id: id })
    .delete();
};

/**
 * Lists recordings with an expired or unheld claim, ordered by id, after the id `after`. `isRequested`: those that a user
 * wants analysed again, else those whose worker was interrupted.
 */
export const listExpiredAnalysisClaims = async (
  db: Db,
  organizationId: string,
  {
    isRequested,
    now,
    after,
    limit,
  }: { isRequested: boolean; now: number; after: string; limit: number },
): Promise<{ id: string }[]> =>
  db("analysis_claims")
    .select({ id: "recording_id" })
    .where("organization_id", organizationId)
    .where("wanted", isRequested ? 1 : 0)
    .where("held_until", "<", now)
    .where("recording_id", ">", after)
    .orderBy("recording_id")
    .limit(limit);
