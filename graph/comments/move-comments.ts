import type { Db } from "../../db/engine/connect.js";
import { loadAnchoredComments, updateComment } from "../../db/comments/comment.js";
import { keepTimeOfWords } from "../../db/comments/keep-times.js";
import { loadTranscript, type StoredUtterance } from "../../db/recordings/transcript.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import type { MoveWords } from "./words.js";

type CreateMoveWords = (
  before: readonly StoredUtterance[],
  after: readonly StoredUtterance[],
) => MoveWords;

/**
 * Moves a recording's comments along with the words they refer to. Call it before the transcript is replaced by
 * `after`. A comment whose words are gone keeps their time.
 */
export const moveComments = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  after: readonly StoredUtterance[],
  createMoveWords: CreateMoveWords,
): Promise<void> => {
  const comments = await loadAnchoredComments(trx, organizationId, recordingId);
  if (comments.length === 0) return;
  const before = await loadTranscript(trx, organizationId, recordingId);
  const moveWords = createMoveWords(before, after);
  for (const comment of comments) {
    // A long line takes tens of milliseconds to compare or to search.
    await yieldToEventLoop();
    const { line, lineFrom: from, lineTo: to } = comment;
    const words = { line: line!, from: from!, to: to! };
    const moved = moveWords(words);
    if (moved?.line === line && moved.from === from && moved.to === to) continue;
    await (moved
      ? updateComment(trx, organizationId, comment.id, {
          line: moved.line,
          lineFrom: moved.from,
          lineTo: moved.to,
        })
      : keepTimeOfWords(trx, organizationId, comment, before[words.line]));
  }
};
