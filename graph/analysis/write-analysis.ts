import { parseExactJson } from "../core/exact-json.js";
import { validateTextTotal } from "./text-totals.js";
import { replaceAnalysis } from "../../db/analysis/analysis.js";
import { deleteAnalysisClaim } from "../../db/analysis/claims.js";
import { loadClientsByIds, updateClient } from "../../db/clients/client.js";
import { recheckMedia } from "../redaction/media-checks.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow, StoredRecording } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { type Notice, replaceNotices } from "../../db/recordings/notices.js";
import {
  isTranscriptRemoved,
  upsertTranscript,
  loadTranscript,
} from "../../db/recordings/transcript.js";
import { loadTranscriptCorrections } from "../../db/recordings/transcript-originals.js";
import { buildFoundItems } from "./action-items.js";
import { keepActionItems } from "./keep-action-items.js";
import { type AnalysisInput, resolveTexts } from "./inputs.js";
import { moveComments } from "../comments/move-comments.js";
import { createRepeatedWords } from "../comments/words.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { MAX_JSON_BYTES } from "../arguments/limits.js";
import { buildMeasureColumns } from "../stats/measures.js";
import { locateEvidence } from "./evidence.js";
import { requireTemplate, resolveAnswers } from "./process.js";
import { keepVerdicts } from "./keep-verdicts.js";
import { buildScoreColumns } from "./score.js";
import { keepTagEdits, requireUniqueTags } from "./keep-tags.js";
import {
  normalizeTranscript,
  resolveCallDuration,
  yieldIfLargeTranscript,
} from "../recordings/transcript.js";

/** Merges insights into those of the client, unless the result would exceed the size limit. */
const mergeInsights = async (
  trx: Db,
  { organizationId, now }: Context,
  clientId: string | null,
  added: Record<string, unknown>,
): Promise<void> => {
  const [client] = clientId === null ? [] : await loadClientsByIds(trx, organizationId, [clientId]);
  if (!client) return;
  const insights = { ...(parseExactJson(client.insights) as object), ...added };
  const json = JSON.stringify(insights);
  // Large insights written by users must not make every later analysis fail.
  if (Buffer.byteLength(json) > MAX_JSON_BYTES) return;
  const time = now();
  const changes = { insights: json, insightsUpdatedAt: time, updatedAt: time };
  await updateClient(trx, organizationId, client.id, changes);
};

const validateTextTotals = ({ actionItems, process }: AnalysisInput): void => {
  validateTextTotal(
    "actionItems",
    (actionItems ?? []).flatMap(({ text, assignee }) => [text, assignee]),
  );
  validateTextTotal(
    "process.answers",
    (process?.answers ?? []).flatMap(({ answer, evidence }) => [answer, evidence]),
  );
};

/**
 * Replaces the recording's analysis and measures. `notices`: those of the input's transcript; undefined if it is the
 * stored one, with other roles. @throws CONFLICT, INVALID_FIELD
 */
export const writeAnalysis = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
  input: AnalysisInput,
  notices?: readonly Notice[],
): Promise<void> => {
  const { organizationId } = context;
  validateTextTotals(input);
  const found = requireUniqueTags(input.tags ?? []);
  const template = await requireTemplate(trx, organizationId, input.templateId);
  const resolved = await resolveAnswers(trx, organizationId, template, input.process);
  const offered = input.transcript && normalizeTranscript(input.transcript);
  const [correction] = await loadTranscriptCorrections(trx, organizationId, [recording.id]);
  const sent = correction ? undefined : offered;
  if (sent) {
    await yieldIfLargeTranscript(sent);
    if (recording.status === "processed")
      await moveComments(trx, organizationId, recording.id, sent, createRepeatedWords);
    await upsertTranscript(trx, organizationId, recording.id, sent);
    if (notices) await replaceNotices(trx, organizationId, recording.id, notices);
    await recheckMedia(trx, organizationId, recording.id, sent);
  }
  // Without the removed transcript, the recording would lose its measures.
  else if (
    recording.status === "processed" &&
    (await isTranscriptRemoved(trx, organizationId, recording.id))
  )
    throw conflict("Retention has removed the transcript; send one with the analysis");
  const transcript = sent ?? (await loadTranscript(trx, organizationId, recording.id));
  const isMachine = context.actor().kind === "program";
  const located =
    resolved && locateEvidence(resolved, transcript, { isMachine, sent: input.process!.answers });
  const answers = located && (await keepVerdicts(trx, organizationId, recording, located));
  await yieldIfLargeTranscript(transcript);
  const measures = buildMeasureColumns(transcript);
  await yieldIfLargeTranscript(transcript);
  const actionItems = await keepActionItems(
    trx,
    context,
    recording,
    buildFoundItems(input.actionItems),
  );
  const changes: Partial<StoredRecording> = {
    ...measures,
    status: "processed",
    failureReason: null,
    duration: resolveCallDuration(recording.sentDuration, transcript),
    summary: input.summary,
    ...resolveTexts(input),
    templateId: template?.id ?? null,
    templateVersion: template?.version ?? null,
    processSummary: input.process?.summary ?? null,
    ...buildScoreColumns(answers),
    actionItemCount: actionItems?.length ?? null,
    ...(typeof input.name === "string" && { name: input.name }),
    ...(typeof input.closed === "boolean" && { closed: input.closed ? 1 : 0 }),
    ...(input.customFields && {
      customFields: JSON.stringify({
        ...(parseExactJson(recording.customFields) as object),
        ...input.customFields,
      }),
    }),
  };
  await updateRecording(trx, organizationId, recording.id, changes, context.now());
  await replaceAnalysis(trx, organizationId, recording, {
    actionItems: actionItems ?? [],
    answers: answers ?? [],
    tags: await keepTagEdits(trx, organizationId, recording, found),
  });
  if (input.insights) await mergeInsights(trx, context, recording.clientId, input.insights);
  await deleteAnalysisClaim(trx, organizationId, recording.id);
};
