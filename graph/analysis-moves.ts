import { changeClaim, deleteClaim } from "../db/analysis-claims.js";
import type { Db } from "../db/connect.js";
import { type RecordingRow, type RecordingStatus, updateRecording } from "../db/recordings.js";
import { indexed } from "../db/search-index.js";
import { putTranscript } from "../db/transcripts.js";
import type { AnalysisInput } from "./analysis.js";
import { complete } from "./analysis-content.js";
import { durationOf } from "./calls.js";
import type { Context } from "./context.js";
import { conflict } from "./errors.js";
import { emit, emitClientCreated } from "./events.js";
import { mutate } from "./mutate.js";
import { existingRecording } from "./recordings.js";
import { counted } from "./rollups.js";
import { orderedTranscript, type UtteranceInput } from "./transcripts.js";

/** What moves a recording on. */
export interface Move {
  from: RecordingStatus[];
  /** Only while this is the recording's updatedPosition: nobody has changed it since it was read. */
  seen?: number | undefined;
  change: (trx: Db, recording: RecordingRow) => Promise<void>;
  /** Is given what it has become. */
  tell?: (trx: Db, after: RecordingRow, before: RecordingRow) => Promise<void>;
}

/** @throws NOT_FOUND, CONFLICT */
export const move = async (
  context: Context,
  recordingId: string,
  { from, seen, change, tell }: Move,
): Promise<RecordingRow> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const recording = await existingRecording(trx, organizationId, recordingId);
    if (!from.includes(recording.status))
      throw conflict(`The recording is ${recording.status}; this needs ${from.join(" or ")}`);
    if (seen !== undefined && recording.updatedPosition !== seen)
      throw conflict("The recording was changed meanwhile");
    await change(trx, recording);
    const after = await existingRecording(trx, organizationId, recordingId);
    await tell?.(trx, after, recording);
    return after;
  });
};

/** To processing. @throws NOT_FOUND, CONFLICT */
export const startAnalysis = async (context: Context, recordingId: string): Promise<RecordingRow> =>
  move(context, recordingId, {
    from: ["received", "failed"],
    change: (trx, { id }) =>
      updateRecording(
        trx,
        context.organizationId,
        id,
        { status: "processing", failureReason: null },
        context.now(),
      ),
  });

/**
 * Keeps what was heard in a recording while its analysis goes on, so that nobody has to listen to it again.
 * @throws NOT_FOUND, CONFLICT, INVALID_FIELD
 */
export const keepTranscript = async (
  context: Context,
  recordingId: string,
  heard: UtteranceInput[],
  { holder, seen }: { holder: string; seen: number },
): Promise<RecordingRow> => {
  const { organizationId } = context;
  const transcript = orderedTranscript(heard);
  return move(context, recordingId, {
    from: ["processing"],
    seen,
    change: async (trx, { id, sentDuration }) => {
      await putTranscript(trx, organizationId, id, transcript);
      const duration = durationOf(sentDuration, transcript);
      await updateRecording(trx, organizationId, id, { duration }, context.now());
    },
    tell: async (trx, { updatedPosition }) => {
      const claim = { id: recordingId, holder };
      await changeClaim(trx, organizationId, claim, { seen: updatedPosition, begun: 0 });
    },
  });
};

/** To processed, with its event where it is the first time. @throws NOT_FOUND, CONFLICT, INVALID_FIELD */
export const completeAnalysis = async (
  context: Context,
  recordingId: string,
  input: AnalysisInput,
  seen?: number,
): Promise<RecordingRow> =>
  move(context, recordingId, {
    from: ["received", "processing", "processed"],
    seen,
    change: (trx, recording) =>
      indexed(trx, context.organizationId, [recordingId], () =>
        counted(trx, context.organizationId, [recording], () =>
          complete(trx, context, recording, input),
        ),
      ),
    tell: async (trx, processed, before) => {
      // Analysed again: what there was to tell has been told.
      if (before.processedAt !== null) return;
      if (processed.createdClientId === null)
        await emit(trx, context, "recording.processed", processed);
      else await emitClientCreated(trx, context, processed);
    },
  });

/**
 * To failed, with a reason that people read. Who has seen the recording may also say so of one that was to be
 * analysed again: it stays processed, and has the reason. @throws NOT_FOUND, CONFLICT
 */
export const failAnalysis = async (
  context: Context,
  recordingId: string,
  reason: string,
  seen?: number,
): Promise<RecordingRow> =>
  move(context, recordingId, {
    from: seen === undefined ? ["processing"] : ["processing", "processed"],
    seen,
    change: async (trx, { id, status }) => {
      const { organizationId, now } = context;
      const changes = {
        failureReason: reason,
        ...(status === "processing" && { status: "failed" as const }),
      };
      await updateRecording(trx, organizationId, id, changes, now());
      await deleteClaim(trx, organizationId, id);
    },
  });
