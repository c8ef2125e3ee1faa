import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import {
  type PackedTranscriptRow,
  selectNamedTranscripts,
  type StoredUtterance,
  type TranscriptRow,
  unpackUtterances,
} from "../recordings/transcript.js";
import { type ClipReader, selectClips } from "./clip.js";

/** The utterances wholly within a clip, with the current names of its rep and client. */
export interface ClipTranscriptRow extends TranscriptRow {
  clipId: string;
}

interface ClipRange {
  id: string;
  recordingId: string;
  startMs: number;
  endMs: number;
  isWhole: number;
}

/** Loads the words of clips that the reader may see; undefined if their recordings' transcripts exceed `maxBytes`. */
export const loadClipTranscripts = async (
  db: Db,
  organizationId: string,
  clipIds: readonly string[],
  { reader, maxBytes }: { reader: ClipReader; maxBytes: number },
): Promise<ClipTranscriptRow[] | undefined> => {
  const select = () =>
    selectClips(db, organizationId, reader)
      .where(inList(db, "c.id", clipIds))
      .clearSelect();
  const clips: ClipRange[] = await select().select({
    id: "c.id",
    recordingId: "c.recording_id",
    startMs: "c.start_ms",
    endMs: "c.end_ms",
    isWhole: "c.is_whole",
  });
  const ofClips = (query: Knex.QueryBuilder): void =>
    void query
      .where("t.organization_id", organizationId)
      .whereIn("t.recording_id", select().select("c.recording_id"));
  const [size] = await db("transcripts as t")
    .select({ bytes: db.raw("sum(octet_length(t.utterances))") })
    .modify(ofClips);
  if (Number(size?.bytes ?? 0) > maxBytes) return undefined;
  const rows: PackedTranscriptRow[] = await selectNamedTranscripts(db).modify(ofClips);
  const byRecording = Map.groupBy(clips, ({ recordingId }) => recordingId);
  return rows.flatMap(({ utterances, ...row }) => {
    const lines = unpackUtterances(utterances);
    return (byRecording.get(row.recordingId) ?? []).map(({ id, startMs, endMs, isWhole }) => ({
      ...row,
      clipId: id,
      // Copies: naming the speakers changes them.
      utterances: lines
        .filter(({ start, end }) => isWhole === 1 || (start >= startMs && end <= endMs))
        .map((line): StoredUtterance => ({ ...line })),
    }));
  });
};
