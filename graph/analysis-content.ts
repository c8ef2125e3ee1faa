import { putAnalysis } from "../db/analysis.js";
import { deleteClaim } from "../db/analysis-claims.js";
import { clientsByIds, updateClient } from "../db/clients.js";
import type { Db } from "../db/connect.js";
import { type RecordingRow, type StoredRecording, updateRecording } from "../db/recordings.js";
import { isTranscriptRemoved, putTranscript, transcriptOf } from "../db/transcripts.js";
import { actionItemsOf } from "./action-items.js";
import type { AnalysisInput } from "./analysis.js";
import { durationOf } from "./calls.js";
import type { Context } from "./context.js";
import { conflict, invalidField } from "./errors.js";
import { JSON_BYTES } from "./limits.js";
import { measure } from "./measures.js";
import { answersOf } from "./process.js";
import { orderedTranscript } from "./transcripts.js";

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

/** Writes what an analysis says in the place of the one before, with the metrics. @throws CONFLICT, INVALID_FIELD */
export const complete = async (
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
