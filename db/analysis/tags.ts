import type { Db } from "../engine/connect.js";
import { insertAll } from "../engine/insert-all.js";
import { buildLookupKey } from "../engine/lookup-key.js";

/** What a person did with a tag of a recording. */
export interface TagEdit {
  /** The tag's lookup key. */
  key: string;
  /** Null if it was removed. */
  tag: string | null;
}

/** Replaces the tags of a recording; one that was never processed has none. */
export const replaceTags = async (
  trx: Db,
  organizationId: string,
  { id, position, processedAt }: { id: string; position: number; processedAt: number | null },
  tags: readonly string[],
): Promise<void> => {
  const row = { organization_id: organizationId, recording_id: id };
  if (processedAt !== null) await trx("recording_tags").where(row).delete();
  await insertAll(
    trx,
    "recording_tags",
    tags.map((tag, ordinal) => ({
      ...row,
      ordinal,
      tag,
      tag_key: buildLookupKey(tag),
      position,
    })),
  );
};

/** Loads what people did with the tags of a recording, in no order. */
export const loadTagEdits = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<TagEdit[]> =>
  db("tag_edits")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .select({ key: "tag_key", tag: "tag" });

/** Counts the tags of a recording that people added or removed. */
export const countTagEdits = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<number> => {
  const [row] = await db("tag_edits")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .count({ edits: "*" });
  return Number(row!["edits"]);
};

/** Stores what a person did with a tag, instead of what one did before. The text of a removed one isn't kept. */
export const upsertTagEdit = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  { tag, isAdded }: { tag: string; isAdded: boolean },
): Promise<void> => {
  await trx("tag_edits")
    .insert({
      organization_id: organizationId,
      recording_id: recordingId,
      tag_key: buildLookupKey(tag),
      tag: isAdded ? tag : null,
    })
    .onConflict(["organization_id", "recording_id", "tag_key"])
    .merge(["tag"]);
};
