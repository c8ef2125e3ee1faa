import { loadTagEdits } from "../../db/analysis/tags.js";
import type { Db } from "../../db/engine/connect.js";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { invalidField } from "../core/errors.js";

/** Per recording: statistics are kept for each tag. */
export const MAX_RECORDING_TAGS = 100;

/** @throws INVALID_FIELD */
export const validateTag = (field: string, tag: string): void => {
  if (tag === "") throw invalidField(field, "must not be empty");
  if (tag.includes(",")) throw invalidField(field, "must not have a comma");
};

/** Returns the tags, each once. @throws INVALID_FIELD */
export const requireUniqueTags = (tags: readonly string[]): string[] => {
  for (const [index, tag] of tags.entries()) validateTag(`tags.${index}`, tag);
  return [...new Set(tags)];
};

/**
 * Applies what people did with a recording's tags to those of an analysis, which it outlives. An analysis may have as
 * many as a recording can: people's take the place of its last ones.
 */
export const keepTagEdits = async (
  trx: Db,
  organizationId: string,
  { id, processedAt }: Pick<RecordingRow, "id" | "processedAt">,
  found: readonly string[],
): Promise<string[]> => {
  if (processedAt === null) return [...found];
  const edits = await loadTagEdits(trx, organizationId, id);
  const removed = new Set(edits.filter(({ tag }) => tag === null).map(({ key }) => key));
  const added = edits.flatMap(({ tag }) => tag ?? []).toSorted();
  const kept = found.filter((tag) => !added.includes(tag) && !removed.has(buildLookupKey(tag)));
  return [...kept.slice(0, MAX_RECORDING_TAGS - added.length), ...added];
};
