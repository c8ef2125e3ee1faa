import {
  type FoundActionItem,
  loadActionItems,
  type StoredActionItem,
} from "../../db/analysis/action-items.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";

/** The share of the words of two texts that both must have. */
const MIN_SHARED_WORDS = 0.6;

/** Words that say nothing of a task. */
const FILLERS = new Set(
  "a an and at by for from her him i in is it me my of on our that the them this to up us we will with you your".split(
    " ",
  ),
);

/** A date that the analysis appended: "Send the offer (Fri 27 Nov 2026)". */
const APPENDED_DATE = /\s*\([^()]*\d{4}[^()]*\)$/;

const listWords = (text: string): Set<string> =>
  new Set(
    text
      .replace(APPENDED_DATE, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => !FILLERS.has(word)),
  );

/** Returns the share of all words that both have, from 0 to 1. */
const computeSharedWords = (one: Set<string>, other: Set<string>): number => {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
};

/** An item of an analysis; `id` if it is an earlier version of a stored one. */
export type NewActionItem = FoundActionItem & { id?: string | undefined };

/** Removes and returns the first element that meets the condition. */
const take = <T>(list: T[], isMeant: (element: T) => boolean): T | undefined => {
  const index = list.findIndex(isMeant);
  return index === -1 ? undefined : list.splice(index, 1)[0];
};

/** Pairs items with the most similar ones of the same kind, the most similar pairs first. */
const pairSimilar = async (
  items: readonly NewActionItem[],
  earlier: readonly StoredActionItem[],
): Promise<Map<NewActionItem, StoredActionItem>> => {
  // Most calls have none: their change must not wait for a turn.
  if (earlier.length === 0) return new Map();
  const wordings = earlier.map(({ text, foundText }) =>
    [text, foundText].flatMap((one) => (one === null ? [] : [listWords(one)])),
  );
  const candidates: { item: NewActionItem; stored: StoredActionItem; shared: number }[] = [];
  for (const item of items) {
    // Hundreds of long texts take a second to compare.
    await yieldToEventLoop();
    const own = listWords(item.text);
    for (const [index, stored] of earlier.entries()) {
      if (stored.kind !== item.kind) continue;
      const shared = Math.max(...wordings[index]!.map((words) => computeSharedWords(own, words)));
      if (shared >= MIN_SHARED_WORDS) candidates.push({ item, stored, shared });
    }
  }
  const pairs = new Map<NewActionItem, StoredActionItem>();
  const paired = new Set<StoredActionItem>();
  for (const { item, stored } of candidates.toSorted((a, b) => b.shared - a.shared)) {
    if (pairs.has(item) || paired.has(stored)) continue;
    pairs.set(item, stored);
    paired.add(stored);
  }
  return pairs;
};

/** Pairs each item with a stored one of the same id or text, those that a person has changed first. */
const pairSame = (
  items: readonly NewActionItem[],
  before: readonly StoredActionItem[],
): Map<NewActionItem, StoredActionItem> => {
  const left = before.toSorted(
    (a, b) => Number(b.changedAt !== null) - Number(a.changedAt !== null),
  );
  const pairs = new Map<NewActionItem, StoredActionItem>();
  const pair = (isSame: (item: NewActionItem, stored: StoredActionItem) => boolean): void => {
    for (const item of items) {
      if (pairs.has(item)) continue;
      const stored = take(left, (one) => one.kind === item.kind && isSame(item, one));
      if (stored) pairs.set(item, stored);
    }
  };
  pair((item, { id }) => item.id === id);
  pair((item, { text, foundText }) => item.text === (foundText ?? text));
  pair((item, { text }) => item.text === text);
  return pairs;
};

/**
 * Returns the action items of a recording after another analysis. Items that a person has changed or added stay as
 * they are, also if the analysis words them differently or doesn't find them; the others keep their ids if they
 * have the same text. Null if there are none and the analysis didn't look for any.
 */
export const keepActionItems = async (
  trx: Db,
  { organizationId, newId }: Context,
  recording: Pick<RecordingRow, "id" | "processedAt">,
  found: readonly NewActionItem[] | null,
): Promise<StoredActionItem[] | null> => {
  const before =
    recording.processedAt === null
      ? []
      : await loadActionItems(trx, organizationId, [recording.id]);
  const items = found ?? [];
  const same = pairSame(items, before);
  const taken = new Set(same.values());
  const similar = await pairSimilar(
    items.filter((item) => !same.has(item)),
    before.filter((stored) => stored.changedAt !== null && !taken.has(stored)),
  );
  for (const stored of similar.values()) taken.add(stored);
  const kept = items.map(({ id: _, ...item }, index): StoredActionItem => {
    const stored = same.get(items[index]!) ?? similar.get(items[index]!);
    if (stored && stored.changedAt !== null) return { ...stored, isAdded: 0 };
    return {
      ...item,
      id: stored?.id ?? newId(),
      ownerId: null,
      foundText: null,
      completedAt: null,
      completedBy: null,
      changedAt: null,
      isAdded: 0,
    };
  });
  const left = before.filter((stored) => stored.changedAt !== null && !taken.has(stored));
  if (found === null && left.length === 0) return null;
  return [...kept, ...left.map((stored) => ({ ...stored, isAdded: 1 }))];
};
