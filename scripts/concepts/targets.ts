import { CONCEPTS, type ConceptId } from "../../src/meaning/concepts/concepts.js";
import type { Row } from "./rows.js";

/** Whether a sentence says a concept, and how much that counts: 0 if it isn't known. */
export interface Target {
  said: 0 | 1;
  weight: number;
}

/** Probably not said. */
const UNKNOWN_WEIGHT = 0.5;

// An example of the one may well say the other.
const OVERLAPS: readonly (readonly [ConceptId, ConceptId])[] = [
  ["monthly_payment", "financing"],
  ["monthly_payment", "options"],
  ["monthly_payment", "price"],
  ["price", "options"],
  ["price", "agenda"],
  ["deal_lost", "other_quotes"],
  ["other_quotes", "price_objection"],
  ["other_quotes", "discount"],
  ["other_quotes", "timing_objection"],
  ["discount", "price_objection"],
  ["asks_for_order", "next_step"],
  ["timing_objection", "partner_objection"],
  ["financing", "options"],
  ["deal_closed", "next_step"],
];

const overlaps = (one: ConceptId, other: ConceptId): boolean =>
  OVERLAPS.some((pair) => pair.includes(one) && pair.includes(other));

const isOtherSide = (row: Row, by: string): boolean =>
  by !== "anyone" && row.by !== undefined && row.by !== "anyone" && row.by !== by;

/** Returns what a sentence teaches about the concept at an index of CONCEPTS. */
export const findTarget = (row: Row, concept: number): Target => {
  const { id, by } = CONCEPTS[concept]!;
  if (row.says.has(id)) return { said: 1, weight: 1 };
  if (row.misses.has(id)) return { said: 0, weight: 1 };
  if (isOtherSide(row, by)) return { said: 0, weight: 0 };
  if (row.complete) return { said: 0, weight: 1 };
  if (row.says.size === 0) return { said: 0, weight: UNKNOWN_WEIGHT };
  const unclear = [...row.says].some((said) => overlaps(said, id));
  return { said: 0, weight: unclear ? UNKNOWN_WEIGHT : 1 };
};
