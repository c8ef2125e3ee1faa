import type { Db } from "../engine/connect.js";
import { loadTranscript, type StoredUtterance } from "../recordings/transcript.js";
import { type CommentRow, loadAnchoredComments, updateComment } from "./comment.js";

/** Replaces the words that a comment is about by the time of their line. */
export const keepTimeOfWords = async (
  trx: Db,
  organizationId: string,
  { id }: CommentRow,
  said: StoredUtterance | undefined,
): Promise<void> =>
  updateComment(trx, organizationId, id, {
    line: null,
    lineFrom: null,
    lineTo: null,
    startMs: said?.start ?? null,
    endMs: said?.end ?? null,
  });

/** Keeps the times of all words that comments are about. Call it before the recordings' transcripts are removed. */
export const keepTimesOfWords = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  for (const recordingId of recordingIds) {
    const comments = await loadAnchoredComments(trx, organizationId, recordingId);
    if (comments.length === 0) continue;
    const lines = await loadTranscript(trx, organizationId, recordingId);
    for (const comment of comments)
      await keepTimeOfWords(trx, organizationId, comment, lines[comment.line!]);
  }
};
