import { insertAnalysisVersion, loadAnalysisContent } from "../../../db/analysis/versions.js";
import { findRecordingById } from "../../../db/recordings/recording.js";
import type { SharedServer } from "../server.js";

/** Stores the recording's present analysis as its first version, without a change of the recording. */
export const insertVersion = async (
  { services: { db, now } }: Pick<SharedServer, "services">,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  const recording = (await findRecordingById(db, organizationId, recordingId))!;
  const content = await loadAnalysisContent(db, organizationId, recording);
  const version = { recordingId, replacedAt: now(), edited: [] };
  await insertAnalysisVersion(db, organizationId, version, content);
};
