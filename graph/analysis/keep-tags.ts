import { loadTagEdits } from "../../db/analysis/tags.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { invalidField } from "../core/errors.js";

/** Statistics are kept for each tag. */
export const MAX_TAGS = 100;

/** @throws INVALID_FIELD */
export const validateTag = (field: string, tag: string): void => {
  if (tag === "") throw invalidField(field, "must not be empty");
  if (tag.includes(",")) throw invalidField(field, "must not have a comma");
};

/** Returns the tags, each once. @throws INVALID_FIELD */
export const normalizeTags = (tags: readonly string[]): string[] => {
  for (const [index, tag] of tags.entries()) validateTag(`tags.${index}`, tag);
  return [...new Set(tags)];
};

/** Applies what people did with a recording's tags to those of an analysis, which it outlives. */
export const keepTagEdits = async (
  trx: Db,
  organizationId: string,
  { id, processedAt }: Pick<RecordingRow, "id" | "processedAt">,
  found: readonly string[],
): Promise<string[]> => {
  if (processedAt === null) return [...found];
  const edits = await loadTagEdits(trx, organizationId, id);
  const removed = new Set(edits.filter(({ isAdded }) => isAdded === 0).map(({ tag }) => tag));
  const added = edits
    .filter(({ isAdded }) => isAdded === 1)
    .map(({ tag }) => tag)
    .toSorted();
  // People's come first: an analysis may have as many as a recording can.
  return [...new Set([...added, ...found.filter((tag) => !removed.has(tag))])].slice(0, MAX_TAGS);
};
