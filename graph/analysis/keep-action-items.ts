import {
  type FoundActionItem,
  loadActionItems,
  type StoredActionItem,
} from "../../db/analysis/action-items.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";

/** The share of an item's words that another wording of it must have. */
const MIN_SHARED_WORDS = 0.6;

/** A date that the analysis appended: "Send the offer (Fri 27 Nov 2026)". */
const APPENDED_DATE = /\s*\([^()]*\d{4}[^()]*\)$/;

const listWords = (text: string): Set<string> =>
  new Set(
    text
      .replace(APPENDED_DATE, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

/** Returns how many of the words of the item with fewer words both have, from 0 to 1. */
const computeSharedWords = (one: Set<string>, other: Set<string>): number => {
  const fewer = Math.min(one.size, other.size);
  return fewer === 0 ? 0 : [...one].filter((word) => other.has(word)).length / fewer;
};

/** Items of the analysis before, until one of the new analysis takes them. */
class EarlierItems {
  #items: { item: StoredActionItem; words: Set<string> }[];

  constructor(items: readonly StoredActionItem[]) {
    this.#items = items.map((item) => ({ item, words: listWords(item.text) }));
  }

  /** Takes the item with the same text. */
  takeSame({ kind, text }: FoundActionItem): StoredActionItem | undefined {
    return this.#take(
      this.#items.findIndex(({ item }) => item.kind === kind && item.text === text),
    );
  }

  /** Takes the item with the most words of this one, unless it has too few of them. */
  takeSimilar({ kind, text }: FoundActionItem): StoredActionItem | undefined {
    const words = listWords(text);
    let best = -1;
    let most = MIN_SHARED_WORDS;
    for (const [index, earlier] of this.#items.entries()) {
      const shared = earlier.item.kind === kind ? computeSharedWords(words, earlier.words) : 0;
      if (shared < most || (shared === most && best !== -1)) continue;
      best = index;
      most = shared;
    }
    return this.#take(best);
  }

  listLeft(): StoredActionItem[] {
    return this.#items.map(({ item }) => item);
  }

  #take(index: number): StoredActionItem | undefined {
    return index === -1 ? undefined : this.#items.splice(index, 1)[0]!.item;
  }
}

/**
 * Returns the action items of a recording after another analysis. Items that a person has changed or added stay as
 * they are, also if the analysis words them differently or doesn't find them; the others keep their ids if they
 * have the same text. Null if there are none and the analysis didn't look for any.
 */
export const keepActionItems = async (
  trx: Db,
  { organizationId, newId }: Context,
  recording: Pick<RecordingRow, "id" | "processedAt">,
  found: readonly FoundActionItem[] | null,
): Promise<StoredActionItem[] | null> => {
  const before =
    recording.processedAt === null
      ? []
      : await loadActionItems(trx, organizationId, [recording.id]);
  const changed = new EarlierItems(before.filter(({ changedAt }) => changedAt !== null));
  const unchanged = new EarlierItems(before.filter(({ changedAt }) => changedAt === null));
  const same = (found ?? []).map((item) => ({ item, earlier: changed.takeSame(item) }));
  const items: StoredActionItem[] = [];
  for (const { item, earlier } of same) {
    // Hundreds of long texts take a second to compare.
    if (before.length > 0) await yieldToEventLoop();
    items.push(
      earlier ??
        changed.takeSimilar(item) ?? {
          ...item,
          id: unchanged.takeSame(item)?.id ?? newId(),
          ownerId: null,
          completedAt: null,
          completedBy: null,
          changedAt: null,
          isAdded: 0,
        },
    );
  }
  const left = changed.listLeft();
  return found === null && left.length === 0 ? null : [...items, ...left];
};
