import { keepOriginalTranscript } from "../../../db/recordings/transcript-originals.js";
import type { SharedServer } from "../server.js";

/** Stores the recording's transcript as the original of a correction, without a change of the recording. */
export const insertOriginal = async (
  { services: { db, now } }: Pick<SharedServer, "services">,
  organizationId: string,
  recordingId: string,
): Promise<void> =>
  keepOriginalTranscript(db, organizationId, {
    recordingId,
    correctedAt: now(),
    correctedBy: null,
  });
