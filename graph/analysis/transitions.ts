import { updateAnalysisClaim, deleteAnalysisClaim } from "../../db/analysis/claims.js";
import { recheckMedia } from "../redaction/media-checks.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow, RecordingStatus } from "../../db/recordings/fields.js";
import { type Notice, replaceNotices } from "../../db/recordings/notices.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { withSearchUpdated } from "../../db/search/search-index.js";
import { type StoredUtterance, upsertTranscript } from "../../db/recordings/transcript.js";
import type { AnalysisInput } from "./inputs.js";
import { withVersionKept } from "./keep-version.js";
import { writeAnalysis } from "./write-analysis.js";
import type { Effects } from "../context/effects.js";
import type { Context } from "../context/context.js";
import { conflict, notFound } from "../core/errors.js";
import { emit } from "../webhooks/emit.js";
import { queueForTrackers } from "../trackers/queue.js";
import { requireAnalyzable } from "../consent/hidden.js";
import { mutate } from "../context/mutate.js";
import { redactCall } from "../redaction/redact-call.js";
import { requireRecording } from "../recordings/recording.js";
import { maySee } from "../recordings/visible.js";
import { withStatsUpdated } from "../stats/rollups.js";
import {
  normalizeTranscript,
  resolveCallDuration,
  type UtteranceInput,
} from "../recordings/transcript.js";

/** A change of a recording's status. */
export interface Transition {
  from: RecordingStatus[];
  /** The updatedPosition that the caller has read: any later change is a CONFLICT. */
  expectedPosition?: number | undefined;
  change: (trx: Db, recording: RecordingRow) => Promise<void>;
  /** Emits events. Receives the recording after and before the change. */
  notifyAfterChange?: (
    trx: Db,
    effects: Effects,
    after: RecordingRow,
    before: RecordingRow,
  ) => Promise<void>;
}

/** The statuses from which startAnalysis is allowed. */
const startable: RecordingStatus[] = ["received", "failed"];

/** Runs a transition of a recording that the caller sees, in one change. @throws NOT_FOUND, CONFLICT */
export const transition = async (
  context: Context,
  recordingId: string,
  { from, expectedPosition, change, notifyAfterChange }: Transition,
): Promise<RecordingRow> => {
  const { organizationId } = context;
  return mutate(context, async (trx, effects) => {
    const recording = await requireRecording(trx, organizationId, recordingId);
    if (!maySee(context, recording)) throw notFound("Recording");
    requireAnalyzable(recording);
    if (!from.includes(recording.status)) {
      const hint = startable.includes(recording.status) ? "; call startAnalysis first" : "";
      throw conflict(
        `The recording is ${recording.status}; this needs ${from.join(" or ")}${hint}`,
      );
    }
    if (expectedPosition !== undefined && recording.updatedPosition !== expectedPosition)
      throw conflict("The recording was changed meanwhile");
    await change(trx, recording);
    const after = await requireRecording(trx, organizationId, recordingId);
    await notifyAfterChange?.(trx, effects, after, recording);
    return after;
  });
};

/** Moves a recording to processing. @throws NOT_FOUND, CONFLICT */
export const startAnalysis = async (context: Context, recordingId: string): Promise<RecordingRow> =>
  transition(context, recordingId, {
    from: startable,
    change: (trx, { id }) =>
      updateRecording(
        trx,
        context.organizationId,
        id,
        { status: "processing", failureReason: null },
        context.now(),
      ),
  });

/** A transcript that was heard, with what was left out or estimated. */
interface HeardTranscript {
  utterances: UtteranceInput[];
  notices: readonly Notice[];
}

/** Replaces the recording's transcript, and its notices. */
const writeTranscript = async (
  trx: Db,
  { organizationId, now }: Context,
  { id, sentDuration }: RecordingRow,
  { transcript, notices }: { transcript: StoredUtterance[]; notices: readonly Notice[] },
): Promise<void> => {
  await upsertTranscript(trx, organizationId, id, transcript);
  await replaceNotices(trx, organizationId, id, notices);
  await recheckMedia(trx, organizationId, id, transcript);
  const duration = resolveCallDuration(sentDuration, transcript);
  await updateRecording(trx, organizationId, id, { duration }, now());
};

/**
 * Stores a transcript while the analysis goes on, so that a retry needn't transcribe the audio again.
 * @throws NOT_FOUND, CONFLICT, INVALID_FIELD
 */
export const saveTranscript = async (
  context: Context,
  recordingId: string,
  heard: HeardTranscript,
  { holder, seenPosition }: { holder: string; seenPosition: number },
): Promise<RecordingRow> => {
  const { organizationId } = context;
  const input = await redactCall(context, { transcript: heard.utterances });
  const transcript = normalizeTranscript(input.transcript);
  return transition(context, recordingId, {
    from: ["processing"],
    expectedPosition: seenPosition,
    change: (trx, recording) =>
      writeTranscript(trx, context, recording, { transcript, notices: heard.notices }),
    notifyAfterChange: async (trx, _effects, { updatedPosition }) => {
      const claim = { id: recordingId, holder };
      await updateAnalysisClaim(trx, organizationId, claim, {
        seenPosition: updatedPosition,
        attempts: 0,
      });
    },
  });
};

/**
 * Writes an analysis and moves the recording to processed. Emits its event the first time. `seenPosition`: the
 * recording's updatedPosition when the analysis began; a later change is a conflict. `notices`: those of the
 * input's transcript; undefined if it is the stored one.
 * @throws NOT_FOUND, CONFLICT, INVALID_FIELD
 */
export const completeAnalysis = async (
  context: Context,
  recordingId: string,
  sent: AnalysisInput,
  {
    seenPosition,
    notices,
  }: { seenPosition?: number; notices?: readonly Notice[] | undefined } = {},
): Promise<RecordingRow> => {
  const input = await redactCall(context, sent);
  return transition(context, recordingId, {
    from: ["received", "processing", "processed"],
    expectedPosition: seenPosition,
    change: (trx, recording) =>
      withVersionKept(trx, context, recording, () =>
        withSearchUpdated(trx, context.organizationId, [recordingId], () =>
          withStatsUpdated(trx, context.organizationId, [recording], () =>
            writeAnalysis(trx, context, recording, input, notices),
          ),
        ),
      ),
    notifyAfterChange: async (trx, effects, processed, before) => {
      await queueForTrackers(trx, context, recordingId, before.processedAt === null);
      // A repeated analysis emits nothing.
      if (before.processedAt !== null) return;
      const event = processed.createdClientId === null ? "recording.processed" : "client.created";
      await emit(trx, context, effects, event, processed);
      if ((processed.processTotal ?? 0) > 0)
        await emit(trx, context, effects, "score.created", processed);
    },
  });
};

/** Stores what was understood of a recording whose transcription failed, if anything; the notices in any case. */
const writeUnderstood: typeof writeTranscript = async (trx, context, recording, heard) =>
  heard.transcript.length > 0
    ? writeTranscript(trx, context, recording, heard)
    : replaceNotices(trx, context.organizationId, recording.id, heard.notices);

/**
 * Moves a recording to failed, with a reason that users read. With `seenPosition`, a processed recording whose
 * reanalysis fails stays processed and stores the reason. `understood`: stored with a recording that becomes failed.
 * @throws NOT_FOUND, CONFLICT
 */
export const failAnalysis = async (
  context: Context,
  recordingId: string,
  reason: string,
  {
    seenPosition,
    understood,
  }: { seenPosition?: number; understood?: HeardTranscript | undefined } = {},
): Promise<RecordingRow> => {
  const sent = understood && (await redactCall(context, { transcript: understood.utterances }));
  const transcript = sent && normalizeTranscript(sent.transcript);
  return transition(context, recordingId, {
    from: seenPosition === undefined ? ["processing"] : ["processing", "processed"],
    expectedPosition: seenPosition,
    change: async (trx, recording) => {
      const { organizationId, now } = context;
      const { id, status } = recording;
      if (transcript && status === "processing")
        await writeUnderstood(trx, context, recording, { transcript, notices: understood.notices });
      const changes = {
        failureReason: reason,
        ...(status === "processing" && { status: "failed" as const }),
      };
      await updateRecording(trx, organizationId, id, changes, now());
      await deleteAnalysisClaim(trx, organizationId, id);
    },
    notifyAfterChange: async (trx, effects, after, before) => {
      if (after.status === "failed" && before.status !== "failed")
        await emit(trx, context, effects, "recording.failed", after);
    },
  });
};
