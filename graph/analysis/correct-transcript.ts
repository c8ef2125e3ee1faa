import { isDeepStrictEqual } from "node:util";
import { recheckMedia } from "../redaction/media-checks.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import {
  loadTranscripts,
  type StoredUtterance,
  upsertTranscript,
} from "../../db/recordings/transcript.js";
import {
  deleteEqualOriginal,
  findOriginalTranscript,
  keepOriginalTranscript,
} from "../../db/recordings/transcript-originals.js";
import {
  addWordCorrections,
  deleteWordCorrections,
  type WordCorrection,
} from "../../db/vocabulary/word-corrections.js";
import { findCorrectedWords } from "../vocabulary/find-corrected-words.js";
import { withSearchUpdated } from "../../db/search/search-index.js";
import { buildMeasureColumns } from "../stats/measures.js";
import { transition } from "./transitions.js";
import { moveComments } from "../comments/move-comments.js";
import { createCorrectedWords } from "../comments/words.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { queueForTrackers } from "../trackers/queue.js";
import type { CorrectLines } from "./correct-lines.js";
import { yieldIfLargeTranscript } from "../recordings/transcript.js";

/**
 * Replaces the transcript lines and everything computed from them. The recording counts as changed but emits no event.
 */
const replaceLines = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
  utterances: readonly StoredUtterance[],
): Promise<void> => {
  const { organizationId, now } = context;
  const { id } = recording;
  await yieldIfLargeTranscript(utterances);
  await withSearchUpdated(trx, organizationId, [id], () =>
    withStatsUpdated(trx, organizationId, [recording], async () => {
      await moveComments(trx, organizationId, id, utterances, createCorrectedWords);
      await upsertTranscript(trx, organizationId, id, utterances);
      await recheckMedia(trx, organizationId, id, utterances);
      await queueForTrackers(trx, context, id, false);
      await deleteEqualOriginal(trx, organizationId, id);
      await yieldIfLargeTranscript(utterances);
      const measures = buildMeasureColumns(utterances);
      await updateRecording(trx, organizationId, id, measures, now());
    }),
  );
};

/** Lists the words that people wrote; not those that are again as they were heard. */
const listCorrectedWords = (
  before: readonly StoredUtterance[],
  after: readonly StoredUtterance[],
): WordCorrection[] =>
  after.flatMap(({ text }, index) => {
    const line = before[index]!;
    return text === line.text || text === line.heard ? [] : findCorrectedWords(line.text, text);
  });

/**
 * Corrects the transcript of a processed recording, and stores the original at the first correction. `fields`: the
 * field names for the audit log. A correction that changes nothing writes nothing.
 * @throws NOT_FOUND, CONFLICT, INVALID_FIELD
 */
export const correctTranscript = async (
  context: Context,
  recordingId: string,
  fields: readonly string[],
  correct: CorrectLines,
): Promise<RecordingRow> =>
  transition(context, recordingId, {
    from: ["processed"],
    change: async (trx, recording) => {
      const { organizationId, now, actor } = context;
      const rows = await loadTranscripts(trx, organizationId, [recordingId], Infinity);
      const transcript = rows?.[0];
      if (!transcript?.utterances.length)
        throw conflict("The recording has no transcript to correct");
      await yieldIfLargeTranscript(transcript.utterances);
      const corrected = correct(transcript);
      await yieldIfLargeTranscript(corrected);
      if (isDeepStrictEqual(corrected, transcript.utterances)) return;
      await keepOriginalTranscript(trx, organizationId, {
        recordingId,
        correctedAt: now(),
        correctedBy: actor().userId,
      });
      await replaceLines(trx, context, recording, corrected);
      const words = listCorrectedWords(transcript.utterances, corrected);
      await addWordCorrections(trx, organizationId, recordingId, words, now());
      await audit(trx, context, { action: "transcript.corrected", subject: recordingId, fields });
    },
  });

/** Restores the transcript from before its corrections. Does nothing if there are none. */
export const restoreTranscript = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
): Promise<void> => {
  const { organizationId } = context;
  const original = await findOriginalTranscript(trx, organizationId, recording.id);
  if (!original) return;
  await replaceLines(trx, context, recording, original);
  await deleteWordCorrections(trx, organizationId, recording.id);
  await audit(trx, context, { action: "transcript.restored", subject: recording.id });
};
