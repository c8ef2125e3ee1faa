import { putAnalysis } from "../db/analysis.js";
import { changeClaim, deleteClaim } from "../db/analysis-claims.js";
import { clientsByIds, updateClient } from "../db/clients.js";
import type { Db } from "../db/connect.js";
import {
  type RecordingRow,
  type RecordingStatus,
  type StoredRecording,
  updateRecording,
} from "../db/recordings.js";
import { indexed } from "../db/search-index.js";
import { isTranscriptRemoved, putTranscript, transcriptOf } from "../db/transcripts.js";
import { actionItemsOf } from "./action-items.js";
import type { AnalysisInput } from "./analysis.js";
import { durationOf } from "./calls.js";
import type { Context } from "./context.js";
import { conflict, invalidField } from "./errors.js";
import { emit, emitClientCreated } from "./events.js";
import { measure } from "./measures.js";
import { JSON_BYTES } from "./limits.js";
import { mutate } from "./mutate.js";
import { answersOf } from "./process.js";
import { existingRecording } from "./recordings.js";
import { counted } from "./rollups.js";
import { orderedTranscript, type UtteranceInput } from "./transcripts.js";

const tagsOf = (tags: string[]): string[] => {
  for (const [index, tag] of tags.entries()) {
    if (tag === "") throw invalidField(`tags.${index}`, "must not be empty");
    if (tag.includes(",")) throw invalidField(`tags.${index}`, "must not have a comma");
  }
  return [...new Set(tags)];
};

/** Adds what was found out about the customer to what is known of the client, if there is room for it. */
const addInsights = async (
  trx: Db,
  { organizationId, now }: Context,
  clientId: string | null,
  found: Record<string, unknown>,
): Promise<void> => {
  const [client] = clientId === null ? [] : await clientsByIds(trx, organizationId, [clientId]);
  if (!client) return;
  const insights = { ...JSON.parse(client.insights), ...found };
  const json = JSON.stringify(insights);
  // What people have written there is not to make every later analysis fail.
  if (Buffer.byteLength(json) > JSON_BYTES) return;
  const at = now();
  const changes = { insights: json, insightsUpdatedAt: at, updatedAt: at };
  await updateClient(trx, organizationId, client.id, changes);
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
  // Measured without it, the call would count as one in which nobody spoke.
  else if (
    recording.status === "processed" &&
    (await isTranscriptRemoved(trx, organizationId, recording.id))
  )
    throw conflict("The transcript was removed for its age; an analysis has to bring one");
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
  if (input.insights) await addInsights(trx, context, recording.clientId, input.insights);
  await deleteClaim(trx, organizationId, recording.id);
};

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
