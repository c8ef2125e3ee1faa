import { among, type OfMany } from "./among.js";
import type { Db } from "./connect.js";
import { insertAll } from "./insert.js";
import { prepared } from "./prepared.js";

export type SpeakerRole = "rep" | "client" | "other";

/** start and end: milliseconds from the beginning of the recording. */
export interface UtteranceRow {
  speaker: string;
  role: SpeakerRole;
  text: string;
  start: number;
  end: number;
}

const columns = {
  speaker: "speaker",
  role: "role",
  text: "text",
  start: "start_ms",
  end: "end_ms",
};

const ofOne = prepared<{ organizationId: string; id: string }, UtteranceRow>(
  (db, { organizationId, id }) =>
    db("utterances")
      .select(columns)
      .where({ organization_id: organizationId, recording_id: id })
      .orderBy("position"),
);

const ofMany = prepared<OfMany, UtteranceRow & { recordingId: string }>(
  (db, { organizationId, ids }) =>
    db("utterances")
      .select({ recordingId: "recording_id", ...columns })
      .where("organization_id", organizationId)
      .where(among(db, "recording_id", ids))
      .orderBy(["recording_id", "position"]),
);

/** The utterances of several recordings, each recording's in order. Of a single one, they do not name it. */
export const transcriptsOf = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(UtteranceRow & { recordingId?: string })[]> =>
  ids.length === 1
    ? ofOne(db, { organizationId, id: ids[0]! })
    : ofMany(db, { organizationId, ids });

/** Makes these the recording's utterances, in this order. */
export const putTranscript = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  utterances: readonly UtteranceRow[],
): Promise<void> => {
  await trx("utterances")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .delete();
  await insertAll(
    trx,
    "utterances",
    utterances.map((utterance, position) => ({
      organization_id: organizationId,
      recording_id: recordingId,
      position,
      speaker: utterance.speaker,
      role: utterance.role,
      text: utterance.text,
      start_ms: utterance.start,
      end_ms: utterance.end,
    })),
  );
};
