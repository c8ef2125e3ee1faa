import { recordingById, type RecordingRow } from "../../db/recordings.js";
import { type TranscriptRow, transcriptsOf } from "../../db/transcripts.js";
import { startAnalysis } from "../../graph/analysis-moves.js";
import type { Context } from "../../graph/context.js";
import { Failure } from "../../graph/errors.js";

/** A recording that this process has claimed: while `seen` is its updatedPosition, it is nobody else's. */
export interface Claim {
  seen: number;
  until: number;
  transcript: TranscriptRow;
}

/** Whether the recording is no longer what was read: it was changed, or deleted. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Failure && (error.code === "CONFLICT" || error.code === "NOT_FOUND");

/** Whether anybody may begin: whoever had begun has been silent for as long as a claim holds. */
const isFree = ({ status, updatedAt }: RecordingRow, now: number, lease: number): boolean =>
  status === "received" ||
  status === "failed" ||
  (status === "processing" && updatedAt + lease < now);

/**
 * Takes the recording for this process; `own`: which had it before. Undefined where there is nothing to do: it
 * is somebody else's, is done, or waits for its transcript.
 */
export const claim = async (
  context: Context,
  lease: number,
  id: string,
  own: boolean,
): Promise<Claim | undefined> => {
  const { db, organizationId } = context;
  for (;;) {
    const recording = await recordingById(db, organizationId, id);
    if (!recording) return undefined;
    const isOwn = own && recording.status === "processing";
    if (!isOwn && !isFree(recording, context.now(), lease)) return undefined;
    const [transcript] = await transcriptsOf(db, organizationId, [id]);
    if (!transcript || transcript.utterances.length === 0) return undefined;
    try {
      const { updatedPosition, updatedAt } = await startAnalysis(
        context,
        id,
        recording.updatedPosition,
      );
      return { seen: updatedPosition, until: updatedAt + lease, transcript };
    } catch (error) {
      // Somebody was faster, or the call was changed: it is looked at once more.
      if (!isOutdated(error)) throw error;
    }
  }
};
