import type { Db } from "../../db/engine/connect.js";
import { scopeOf } from "../../db/engine/viewer-scope.js";
import { ALL_TAGS } from "../../db/stats/facts.js";
import { loadTagNumbers } from "../../db/stats/query.js";
import { toNameNumber } from "./facts.js";
import { parseTallyKeys } from "./tally.js";

/** Conditions on tags. All three must hold. An empty list doesn't restrict. */
export interface TagSelection {
  tag?: string | undefined;
  includedTags: readonly string[];
  excludedTags: readonly string[];
}

/** A number that no tag has. */
const NO_TAG = -2;

/**
 * The conditions as tag numbers. A recording must have at least one tag of each included set. A set is empty if its
 * tags don't exist, but never for a scoped viewer: an invisible tag must cost the same statements as an unknown one.
 */
export interface TagNumberSelection {
  included: Set<number>[];
  excluded: Set<number>;
}

/** Loads the tag numbers for the conditions. */
export const resolveTagSelection = async (
  db: Db,
  organizationId: string,
  { tag, includedTags, excludedTags }: TagSelection,
): Promise<TagNumberSelection> => {
  const lists = [tag === undefined ? [] : [tag], includedTags].filter((tags) => tags.length > 0);
  const all = [...lists.flat(), ...excludedTags];
  if (all.length === 0) return { included: [], excluded: new Set() };
  const numbers = await loadTagNumbers(db, organizationId, all);
  const unknown = scopeOf(db) ? NO_TAG : [];
  const toNumbers = (tags: readonly string[]): Set<number> =>
    new Set(tags.flatMap((tag) => numbers.get(tag) ?? unknown));
  return { included: lists.map(toNumbers), excluded: toNumbers(excludedTags) };
};

/**
 * Returns a predicate for facts found under one of `tagNumbers`. A recording with several of them counts under its first,
 * and only if it meets the other conditions. A fact's tally lists the recording's tags.
 */
export const createTagPredicate = (
  tagNumbers: ReadonlySet<number>,
  { included, excluded }: TagNumberSelection,
): ((fact: { tagNumber: number; tally: string }) => boolean) => {
  if (tagNumbers.size === 1 && included.length === 0 && excluded.size === 0) return () => true;
  return ({ tagNumber, tally }) => {
    const numbers = parseTallyKeys(tally).map(toNameNumber);
    return (
      (tagNumber === ALL_TAGS || numbers.find((number) => tagNumbers.has(number)) === tagNumber) &&
      included.every((list) => numbers.some((number) => list.has(number))) &&
      !numbers.some((number) => excluded.has(number))
    );
  };
};
