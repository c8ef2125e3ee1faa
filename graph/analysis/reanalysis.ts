import {
  type AnalysisClaim,
  findAnalysisClaim,
  upsertAnalysisClaim,
} from "../../db/analysis/claims.js";
import { findEditedFields } from "../../db/analysis/edits.js";
import type { Db } from "../../db/engine/connect.js";
import { findMedia } from "../../db/recordings/media.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { restoreTranscript } from "./correct-transcript.js";
import { restartMediaFetch } from "../recordings/media-fetches.js";
import { requireRecording } from "../recordings/recording.js";
import { findRecordingById, updateRecording } from "../../db/recordings/recording.js";
import { findNotices, replaceNotices } from "../../db/recordings/notices.js";
import { deleteTranscript, loadTranscript } from "../../db/recordings/transcript.js";
import { listFailedRecordingIds } from "../../db/analysis/unanalyzed.js";
import { auditPerson } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { transition } from "./transitions.js";
import { mutate } from "../context/mutate.js";

const MAX_ANALYSIS_ATTEMPTS = 25;

/** A worker that wants to analyse a recording. */
export interface AnalysisClaimant {
  /** Unique to the attempt. */
  holder: string;
  /** How long the claim holds unless renewed, in milliseconds. */
  leaseMs: number;
  /** True if the claimant has held this claim before. It then fails if another worker has the claim now. */
  isRetry: boolean;
}

/**
 * Returns whether a worker may start: no claim holds, and the previous worker has made no change for the length of a
 * lease.
 */
const isClaimable = (
  { status, updatedAt, updatedPosition }: RecordingRow,
  claim: AnalysisClaim | undefined,
  { now, lease }: { now: number; lease: number },
): boolean => {
  if (claim && claim.heldUntil >= now) return false;
  if (status === "processed") return claim?.isRequested === 1;
  if (status !== "processing") return true;
  // Otherwise an external worker has started it. It holds no claim, so the last change counts.
  return claim?.seenPosition === updatedPosition || updatedAt + lease < now;
};

/**
 * Claims the recording and moves it to processing; a processed one stays processed. Returns undefined if there is
 * nothing to do, or another worker holds it.
 */
export const claimAnalysis = async (
  context: Context,
  id: string,
  { holder, leaseMs, isRetry }: AnalysisClaimant,
): Promise<RecordingRow | undefined> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const recording = await findRecordingById(trx, organizationId, id);
    if (!recording || recording.refusal === "hidden") return undefined;
    const claim = await findAnalysisClaim(trx, organizationId, id);
    const now = context.now();
    const isOwn = claim?.holder === holder;
    if (!isOwn && (isRetry || !isClaimable(recording, claim, { now, lease: leaseMs })))
      return undefined;
    if (recording.status !== "processed") {
      const changes = { status: "processing", failureReason: null } as const;
      await updateRecording(trx, organizationId, id, changes, now);
    }
    const claimed = (await findRecordingById(trx, organizationId, id))!;
    await upsertAnalysisClaim(trx, organizationId, id, {
      holder,
      heldUntil: now + leaseMs,
      seenPosition: claimed.updatedPosition,
      attempts: (claim?.attempts ?? 0) + (isOwn ? 0 : 1),
      isRequested: claim?.isRequested ?? 0,
      transcribedPercent: null,
    });
    return claimed;
  });
};

/** Returns whether too many workers have started the recording without finishing it. */
export const attemptsExhausted = async (
  { db, organizationId }: Context,
  id: string,
): Promise<boolean> =>
  ((await findAnalysisClaim(db, organizationId, id))?.attempts ?? 0) > MAX_ANALYSIS_ATTEMPTS;

/**
 * Forgets what was understood of a call whose transcription failed, so that its audio is transcribed again. The notices
 * of a transcript that couldn't be analysed stay.
 */
const forgetUnderstood = async (
  trx: Db,
  { organizationId }: Context,
  { id, mediaUrl }: RecordingRow,
): Promise<void> => {
  const notices = await findNotices(trx, organizationId, id);
  if (notices.length === 0) return;
  const isOtherLanguage = notices.some(({ kind }) => kind === "other_language");
  if (!isOtherLanguage && (await loadTranscript(trx, organizationId, id)).length > 0) return;
  if (mediaUrl === null && !(await findMedia(trx, organizationId, id))) return;
  await deleteTranscript(trx, organizationId, id);
  await replaceNotices(trx, organizationId, id, []);
};

/** Queues a processed recording for another analysis. */
export const queueAgain = async (
  trx: Db,
  { organizationId }: Context,
  { id, updatedPosition }: Pick<RecordingRow, "id" | "updatedPosition">,
): Promise<void> => {
  const stored = await findAnalysisClaim(trx, organizationId, id);
  const unheld = {
    holder: null,
    heldUntil: 0,
    seenPosition: updatedPosition,
    attempts: 0,
    transcribedPercent: null,
  };
  await upsertAnalysisClaim(trx, organizationId, id, { ...unheld, ...stored, isRequested: 1 });
};

/** Queues a failed or processed recording for another analysis. @throws CONFLICT if there is nothing to analyse */
const requestReanalysis = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
): Promise<void> => {
  const { id, status, failureReason, mediaUrl } = recording;
  const { organizationId, now } = context;
  await restartMediaFetch(trx, context, id);
  if (status === "failed" || failureReason !== null) {
    const changes = {
      failureReason: null,
      ...(status === "failed" && { status: "received" as const }),
    };
    await updateRecording(trx, organizationId, id, changes, now());
  }
  if (status === "failed") {
    await forgetUnderstood(trx, context, recording);
    return;
  }
  const canAnalyze =
    mediaUrl !== null ||
    (await findMedia(trx, organizationId, id)) !== undefined ||
    (await loadTranscript(trx, organizationId, id)).length > 0;
  if (!canAnalyze) throw conflict("The recording has neither audio nor a transcript to analyse");
  await queueAgain(trx, context, recording);
};

/**
 * Queues a failed or processed recording for another analysis. Without `replaceEdited`, refuses to replace fields that
 * a user wrote, and names them. `replaceTranscript` undoes the corrections of the transcript first.
 * @throws NOT_FOUND, CONFLICT
 */
export const enqueueReanalysis = async (
  context: Context,
  recordingId: string,
  { replaceEdited, replaceTranscript }: { replaceEdited: boolean; replaceTranscript: boolean },
): Promise<RecordingRow> =>
  transition(context, recordingId, {
    from: ["failed", "processed"],
    change: async (trx, recording) => {
      const edited = replaceEdited
        ? []
        : await findEditedFields(trx, context.organizationId, recordingId);
      if (edited.length > 0)
        throw conflict(
          `A user wrote ${edited.join(", ")}; set replaceEdited to let the new analysis replace this`,
        );
      if (replaceTranscript) await restoreTranscript(trx, context, recording);
      await requestReanalysis(
        trx,
        context,
        await requireRecording(trx, context.organizationId, recordingId),
      );
      await auditPerson(trx, context, { action: "analysis.requested", subject: recordingId });
    },
  });

/** Queues the oldest failed recordings for another analysis, at most `limit`. Returns their ids. */
export const enqueueFailed = async (context: Context, limit: number): Promise<string[]> =>
  mutate(context, async (trx) => {
    const { organizationId } = context;
    const ids = await listFailedRecordingIds(trx, organizationId, limit);
    for (const id of ids)
      await requestReanalysis(trx, context, (await findRecordingById(trx, organizationId, id))!);
    return ids;
  });
