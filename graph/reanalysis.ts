import { type AnalysisClaim, claimOn, putClaim } from "../db/analysis-claims.js";
import type { Db } from "../db/connect.js";
import { mediaOf } from "../db/media.js";
import { recordingById, type RecordingRow, updateRecording } from "../db/recordings.js";
import { transcriptOf } from "../db/transcripts.js";
import { failedRecordings } from "../db/unanalysed.js";
import type { Context } from "./context.js";
import { conflict } from "./errors.js";
import { move } from "./analysis-moves.js";
import { mutate } from "./mutate.js";

const MOST_BEGUN = 25;

/** Who wants to analyse a recording. */
export interface Claimant {
  /** A name that nobody else has. */
  holder: string;
  /** How long the claim holds if it is not renewed, in milliseconds. */
  lease: number;
  /** Had it before, and does not begin anew where somebody has taken it. */
  goesOn: boolean;
}

/** Whether anybody may begin: whoever had begun has been silent for as long as a claim holds. */
const isFree = (
  { status, updatedAt, updatedPosition }: RecordingRow,
  claim: AnalysisClaim | undefined,
  { now, lease }: { now: number; lease: number },
): boolean => {
  if (claim && claim.heldUntil >= now) return false;
  if (status === "processed") return claim?.wanted === 1;
  if (status !== "processing") return true;
  // Else it is a worker outside who has begun it, and tells nobody for how long.
  return claim?.seen === updatedPosition || updatedAt + lease < now;
};

/**
 * Takes the recording for the claimant: to processing, but one that is processed stays so. Undefined where
 * there is nothing to do, or somebody else does it.
 */
export const claimAnalysis = async (
  context: Context,
  id: string,
  { holder, lease, goesOn }: Claimant,
): Promise<RecordingRow | undefined> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const recording = await recordingById(trx, organizationId, id);
    if (!recording) return undefined;
    const claim = await claimOn(trx, organizationId, id);
    const now = context.now();
    const isOwn = claim?.holder === holder;
    if (!isOwn && (goesOn || !isFree(recording, claim, { now, lease }))) return undefined;
    if (recording.status !== "processed") {
      const changes = { status: "processing", failureReason: null } as const;
      await updateRecording(trx, organizationId, id, changes, now);
    }
    const claimed = (await recordingById(trx, organizationId, id))!;
    await putClaim(trx, organizationId, id, {
      holder,
      heldUntil: now + lease,
      seen: claimed.updatedPosition,
      begun: (claim?.begun ?? 0) + (isOwn ? 0 : 1),
      wanted: claim?.wanted ?? 0,
    });
    return claimed;
  });
};

/** Whether nobody who has begun the recording came to an end, again and again. */
export const neverEnds = async ({ db, organizationId }: Context, id: string): Promise<boolean> =>
  ((await claimOn(db, organizationId, id))?.begun ?? 0) > MOST_BEGUN;

const again = async (
  trx: Db,
  { organizationId, now }: Context,
  { id, status, updatedPosition, failureReason, mediaUrl }: RecordingRow,
): Promise<void> => {
  if (status === "failed" || failureReason !== null) {
    const changes = {
      failureReason: null,
      ...(status === "failed" && { status: "received" as const }),
    };
    await updateRecording(trx, organizationId, id, changes, now());
  }
  if (status === "failed") return;
  const isKept =
    mediaUrl !== null ||
    (await mediaOf(trx, organizationId, id)) !== undefined ||
    (await transcriptOf(trx, organizationId, id)).length > 0;
  if (!isKept) throw conflict("Nothing is kept of the call that could be analysed");
  const known = await claimOn(trx, organizationId, id);
  const free = { holder: null, heldUntil: 0, seen: updatedPosition, begun: 0 };
  await putClaim(trx, organizationId, id, { ...free, ...known, wanted: 1 });
};

/** Has one that failed or is processed analysed again. @throws NOT_FOUND, CONFLICT */
export const wantAnalysis = async (context: Context, recordingId: string): Promise<RecordingRow> =>
  move(context, recordingId, {
    from: ["failed", "processed"],
    change: (trx, recording) => again(trx, context, recording),
  });

/** The same for the oldest of those that failed: which these are. */
export const wantFailed = async (context: Context, most: number): Promise<string[]> =>
  mutate(context, async (trx) => {
    const { organizationId } = context;
    const ids = await failedRecordings(trx, organizationId, most);
    for (const id of ids)
      await again(trx, context, (await recordingById(trx, organizationId, id))!);
    return ids;
  });
