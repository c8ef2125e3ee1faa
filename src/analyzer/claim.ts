import { changeClaim } from "../../db/analysis-claims.js";
import { mediaOf } from "../../db/media.js";
import { recordingById, type RecordingRow } from "../../db/recordings.js";
import { transcriptOf } from "../../db/transcripts.js";
import { listTemplates, questionsOf } from "../../db/templates.js";
import { peopleOf } from "../../db/unanalysed.js";
import { write } from "../../db/write.js";
import type { Context } from "../../graph/context.js";
import { Failure } from "../../graph/errors.js";
import { type Claimant, claimAnalysis } from "../../graph/reanalysis.js";
import type { Audio, Call } from "./analyzer.js";

/** A recording that this process has claimed, as it was just then. */
export interface Claimed {
  recording: RecordingRow;
  call: Call;
  /** Undefined where nothing was recorded. */
  audio: Audio | undefined;
}

/** Whether the recording is no longer what was read: it was changed, or deleted. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Failure && (error.code === "CONFLICT" || error.code === "NOT_FOUND");

const audioOf = async (
  { db, organizationId }: Context,
  { id, mediaUrl, duration }: RecordingRow,
): Promise<Audio | undefined> => {
  const media = await mediaOf(db, organizationId, id);
  if (!media && mediaUrl === null) return undefined;
  const kept = media ? { file: media.file, type: media.type } : null;
  return { organizationId, kept, mediaUrl, duration };
};

const callOf = async (context: Context, id: string): Promise<Call> => {
  const { db, organizationId } = context;
  const templates = await listTemplates(db, organizationId);
  const questions = await questionsOf(
    db,
    organizationId,
    templates.map((template) => template.id),
  );
  return {
    utterances: await transcriptOf(db, organizationId, id),
    ...(await peopleOf(db, organizationId, id)),
    processes: templates.map((template) => ({
      ...template,
      questions: questions.filter(({ templateId }) => templateId === template.id),
    })),
  };
};

/**
 * Takes the recording for the claimant. Undefined where there is nothing to do: it is somebody else's, is
 * done, or has nothing that could be analysed; `hears`: what was recorded is enough.
 */
export const claim = async (
  context: Context,
  id: string,
  claimant: Claimant,
  hears: boolean,
): Promise<Claimed | undefined> => {
  const { db, organizationId } = context;
  const found = await recordingById(db, organizationId, id);
  if (!found) return undefined;
  const isHeard = hears && (await audioOf(context, found)) !== undefined;
  if (!isHeard && (await transcriptOf(db, organizationId, id)).length === 0) return undefined;
  const recording = await claimAnalysis(context, id, claimant);
  if (!recording) return undefined;
  // Read after it: whatever changes them from now on has the recording changed, too.
  return {
    recording,
    call: await callOf(context, id),
    audio: await audioOf(context, recording),
  };
};

/** Keeps the claim for as long again; false where it is lost. */
export const renew = async (
  { db, organizationId, now }: Context,
  id: string,
  { holder, lease }: Claimant,
): Promise<boolean> =>
  write(db, organizationId, (trx) =>
    changeClaim(trx, organizationId, { id, holder }, { heldUntil: now() + lease }),
  );

/** Lets go of the recording: another one may begin at once. */
export const giveBack = async (
  { db, organizationId }: Context,
  id: string,
  { holder }: Claimant,
): Promise<void> => {
  await write(db, organizationId, (trx) =>
    // Who does so has not died of it.
    changeClaim(trx, organizationId, { id, holder }, { holder: null, heldUntil: 0, begun: 0 }),
  );
};
