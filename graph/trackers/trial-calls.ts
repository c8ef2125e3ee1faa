import type { RecordingRow } from "../../db/recordings/fields.js";
import type { PageLimits } from "../../db/trackers/queue.js";
import type { Context } from "../context/context.js";
import type { TrackedTranscript } from "../core/tracker-port.js";
import { recordingLoader } from "../recordings/loaders.js";
import { withStoredVectors } from "./stored-vectors.js";
import { transcriptPageRead } from "./transcript-page.js";

/** The newest calls on which something is tried. */
const TRIAL_PAGE = { below: Number.MAX_SAFE_INTEGER, maxCalls: 50, maxBytes: 4 * 1024 ** 2 };
/** How much of the calls' transcripts may lack stored vectors, of which each takes 10 ms. */
const MAX_BYTES_TO_COMPUTE = 48 * 1024;

/** A call on which something is tried. */
export type TrialCall = TrackedTranscript & { recordingId: string };

/** Keeps the calls whose meanings are stored, and the newest others as long as they take a few seconds. */
const keepReady = (calls: readonly TrialCall[]): TrialCall[] => {
  let bytes = 0;
  return calls.filter(({ utterances, vectors }) => {
    if (vectors !== undefined) return true;
    const isFirst = bytes === 0;
    bytes += utterances.length;
    return isFirst || bytes <= MAX_BYTES_TO_COMPUTE;
  });
};

/** Loads the newest calls that the caller sees: those whose meanings are ready, if these are needed. */
export const loadTrialCalls = async (
  context: Context,
  needsVectors: boolean,
  filter: Pick<PageLimits, "sources" | "userIds"> = {},
): Promise<TrialCall[]> => {
  const { organizationId, scope, readLong, caller } = context;
  const query = { organizationId, scope, limits: { ...TRIAL_PAGE, ...filter } };
  const { transcripts } = await readLong(transcriptPageRead, query, caller.signal);
  const calls = await withStoredVectors(context, transcripts, needsVectors);
  return needsVectors ? keepReady(calls) : calls;
};

/** Joins what was found in calls with their recordings. Leaves out a call that was deleted meanwhile. */
export const joinRecordings = async <Found>(
  { loaders }: Context,
  calls: readonly TrialCall[],
  found: readonly Found[],
): Promise<{ recording: RecordingRow; found: Found }[]> => {
  const loader = loaders.get(recordingLoader);
  const recordings = await Promise.all(calls.map(({ recordingId }) => loader.load(recordingId)));
  return recordings.flatMap((recording, index) =>
    recording ? [{ recording, found: found[index]! }] : [],
  );
};
