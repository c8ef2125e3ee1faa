import { putAnalysis } from "../db/analysis.js";
import type { Db } from "../db/connect.js";
import {
  type RecordingRow,
  type RecordingStatus,
  type StoredRecording,
  updateRecording,
} from "../db/recordings.js";
import { indexed } from "../db/search-index.js";
import { putTranscript, transcriptOf } from "../db/transcripts.js";
import { actionItemsOf } from "./action-items.js";
import type { AnalysisInput } from "./analysis.js";
import { durationOf } from "./calls.js";
import type { Context } from "./context.js";
import { conflict, invalidField } from "./errors.js";
import { emit, emitClientCreated } from "./events.js";
import { measure } from "./measures.js";
import { mutate } from "./mutate.js";
import { answersOf } from "./process.js";
import { existingRecording } from "./recordings.js";
import { counted } from "./rollups.js";
import { orderedTranscript } from "./transcripts.js";

const tagsOf = (tags: string[]): string[] => {
  for (const [index, tag] of tags.entries()) {
    if (tag === "") throw invalidField(`tags.${index}`, "must not be empty");
    if (tag.includes(",")) throw invalidField(`tags.${index}`, "must not have a comma");
  }
  return [...new Set(tags)];
};

const complete = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
  input: AnalysisInput,
): Promise<void> => {
  const { organizationId } = context;
  const tags = tagsOf(input.tags ?? []);
  const answers = await answersOf(trx, organizationId, input);
  const sent = input.transcript && orderedTranscript(input.transcript);
  if (sent) await putTranscript(trx, organizationId, recording.id, sent);
  const transcript = sent ?? (await transcriptOf(trx, organizationId, recording.id));
  const actionItems = actionItemsOf(input.actionItems);
  const changes: Partial<StoredRecording> = {
    ...measure(transcript),
    status: "processed",
    failureReason: null,
    duration: durationOf(recording.sentDuration, transcript),
    summary: input.summary,
    notes: input.notes ?? "",
    coaching: input.coaching ?? null,
    templateId: input.templateId ?? null,
    processSummary: input.process?.summary ?? null,
    processFollowed: answers && answers.filter((answer) => answer.yes).length,
    processTotal: answers && answers.length,
    actionItemCount: actionItems?.length ?? null,
    ...(typeof input.name === "string" && { name: input.name }),
    ...(typeof input.closed === "boolean" && { closed: input.closed ? 1 : 0 }),
    ...(input.customFields && {
      customFields: JSON.stringify({
        ...JSON.parse(recording.customFields),
        ...input.customFields,
      }),
    }),
  };
  await updateRecording(trx, organizationId, recording.id, changes, context.now());
  await putAnalysis(trx, organizationId, recording, {
    actionItems: actionItems ?? [],
    answers: answers ?? [],
    tags,
  });
};

/** What moves a recording on. */
interface Move {
  from: RecordingStatus[];
  /** Only while this is the recording's updatedPosition: nobody has changed it since it was read. */
  seen?: number | undefined;
  change: (trx: Db, recording: RecordingRow) => Promise<void>;
  /** Is given what it has become. */
  tell?: (trx: Db, after: RecordingRow, before: RecordingRow) => Promise<void>;
}

/** @throws NOT_FOUND, CONFLICT */
const move = async (
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

/**
 * To processing. Whoever has seen the recording as it still is may also take over an analysis that somebody
 * began and did not end. @throws NOT_FOUND, CONFLICT
 */
export const startAnalysis = async (
  context: Context,
  recordingId: string,
  seen?: number,
): Promise<RecordingRow> =>
  move(context, recordingId, {
    from: seen === undefined ? ["received", "failed"] : ["received", "failed", "processing"],
    seen,
    change: (trx, { id }) =>
      updateRecording(
        trx,
        context.organizationId,
        id,
        { status: "processing", failureReason: null },
        context.now(),
      ),
  });

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

/** To failed, with a reason that people read. @throws NOT_FOUND, CONFLICT */
export const failAnalysis = async (
  context: Context,
  recordingId: string,
  reason: string,
  seen?: number,
): Promise<RecordingRow> =>
  move(context, recordingId, {
    from: ["processing"],
    seen,
    change: (trx, { id }) =>
      updateRecording(
        trx,
        context.organizationId,
        id,
        { status: "failed", failureReason: reason },
        context.now(),
      ),
  });
