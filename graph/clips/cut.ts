import { type DueCut, findDueCut, storeCut, updateFailedCut } from "../../db/clips/cuts.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import type { StoredFile } from "../core/ports.js";

const RETRY_MS = 60_000;
const MAX_RETRY_MS = 6 * 60 * RETRY_MS;

/** Finds the organization's next clip to cut. */
export const findNextCut = async ({
  db,
  organizationId,
  now,
}: Context): Promise<DueCut | undefined> => findDueCut(db, organizationId, now());

/** Makes a file the clip's. Returns false if the clip is gone, or was cut from a file that its recording no longer has. */
export const finishCut = async (
  context: Context,
  cut: DueCut,
  file: StoredFile,
): Promise<boolean> =>
  mutate(context, async (trx) => storeCut(trx, context.organizationId, cut, file));

/** The disk of the server is almost full, for all files: clips are cut soon after there is space again. */
const MAX_DISK_RETRY_MS = 5 * RETRY_MS;

/**
 * Stores that a clip couldn't be cut. `isVerdict`: the decoder itself refused the file; the same refusal twice ends the
 * attempts. Other failures are retried after a minute, later every 6 hours; with `isDiskFull`, every 5 minutes.
 */
export const failCut = async (
  context: Context,
  cut: DueCut,
  {
    problem,
    isVerdict = false,
    isDiskFull = false,
  }: { problem: string; isVerdict?: boolean; isDiskFull?: boolean },
): Promise<void> => {
  const isFinal = isVerdict && cut.cutProblem === problem;
  const pause = Math.min(
    RETRY_MS * 2 ** Math.min(cut.cutFailures, 20),
    isDiskFull ? MAX_DISK_RETRY_MS : MAX_RETRY_MS,
  );
  const retryAt = isFinal ? null : context.now() + pause;
  await mutate(context, async (trx) =>
    updateFailedCut(trx, context.organizationId, cut, { problem, retryAt }),
  );
};
