import type { Db } from "../db/connect.js";
import { tagNumbers } from "../db/stats.js";
import { numberOf } from "./facts.js";
import { keysIn } from "./tally.js";

/** Tags that are asked for. All of the three hold; an empty list is no condition. */
export interface TagSelection {
  tag?: string | undefined;
  includedTags: readonly string[];
  excludedTags: readonly string[];
}

/** The same as numbers. Of each list a recording has at least one; a list is empty where none is known. */
export interface TagNumbers {
  included: Set<number>[];
  excluded: Set<number>;
}

export const tagNumbersOf = async (
  db: Db,
  organizationId: string,
  { tag, includedTags, excludedTags }: TagSelection,
): Promise<TagNumbers> => {
  const lists = [tag === undefined ? [] : [tag], includedTags].filter((tags) => tags.length > 0);
  const all = [...lists.flat(), ...excludedTags];
  if (all.length === 0) return { included: [], excluded: new Set() };
  const numbers = await tagNumbers(db, organizationId, all);
  const known = (tags: readonly string[]): Set<number> =>
    new Set(tags.flatMap((each) => numbers.get(each) ?? []));
  return { included: lists.map(known), excluded: known(excludedTags) };
};

/**
 * Tells which facts count of those that were found under one of the tags: a recording that has several of
 * them counts under the first, and only if it meets the other conditions. What tags it has is in its tally.
 */
export const countsUnder = (
  tags: ReadonlySet<number>,
  { included, excluded }: TagNumbers,
): ((fact: { tag: number; tally: string }) => boolean) => {
  if (tags.size === 1 && included.length === 0 && excluded.size === 0) return () => true;
  return ({ tag, tally }) => {
    const numbers = keysIn(tally).map(numberOf);
    return (
      numbers.find((number) => tags.has(number)) === tag &&
      included.every((list) => numbers.some((number) => list.has(number))) &&
      !numbers.some((number) => excluded.has(number))
    );
  };
};
