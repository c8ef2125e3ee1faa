import { CLIENT_SAYINGS } from "./client-sayings.js";
import type { ConceptId } from "./concepts.js";
import { REP_SAYINGS } from "./rep-sayings.js";

const SAYINGS = { ...REP_SAYINGS, ...CLIENT_SAYINGS };

/** In front of a saying: it is the opposite. "Isn't that too expensive?" asks, and isn't. */
const OPPOSITE =
  /\b(not(?! only)|never|nothing|no longer|cannot|\w+n't)( (?!(?:but|so|and)\b)[\w']+){0,4} $/;
const NEGATIVE_QUESTION = /^(isn't|aren't|don't|doesn't|can't|couldn't|wouldn't|won't)\b/;

/** Sentences with these words don't say the concept, whatever else they say. */
const EXCLUDED: Partial<Record<ConceptId, RegExp>> = {
  other_quotes: /\byou('ve)? (sent|gave|have|had)\b/,
  discount: /\bthank/,
  deal_closed: /\b(if|unless|once|suppose|would|could|should|(?<!\byou )(said|says|told))\b/,
  deal_lost: /\b(if|unless|would|could|might|may|last (year|time|summer|winter|spring|fall)|ago)\b/,
  decision_makers: /\b(today|now|tonight|this week)\b/,
  // The rep says what the visit will be about.
  needs: /^(so )?(let's|let us|first(?!,? (what|tell))|today)\b/,
  price: /\bmonthly (investment|payment|price|cost|figure|amount)\b/,
  monthly_payment: /\byou('re| are)( \w+)? (paying|spending)\b/,
  options: /(?<!the )\bfirst\b|\b(and then|then we|then i)\b/,
};

/** In front of "too expensive": it is about something else, about others or about earlier. */
const OTHER_COSTS =
  /\b(bills?|insurance|rent|electricity|electric|gas|energy|heating|groceries|other \w+|competitors?|neighbors?|they|he|she|was|were|got)\b/;

const isDenied = (id: ConceptId, before: string): boolean =>
  (OPPOSITE.test(before) && !NEGATIVE_QUESTION.test(before)) ||
  (id === "price_objection" && OTHER_COSTS.test(before));

const usesSaying = (id: ConceptId, text: string): boolean =>
  !EXCLUDED[id]?.test(text) &&
  !isOpen(id, text) &&
  SAYINGS[id]!.some((saying) => {
    const at = text.search(saying);
    return at !== -1 && !isDenied(id, text.slice(0, at));
  });

/** With these words, a refusal is one for now. Speech recognition writes "to-day", too. */
const FOR_NOW = /\b(to[ -]?day|to[ -]?night|right now|on the spot|yet)\b/;

/** Returns whether a sentence that sounds like the concept leaves it open: "I'm not going to sign anything today." */
export const isOpen = (id: ConceptId, text: string): boolean =>
  id === "deal_lost" && FOR_NOW.test(text.toLowerCase());

/** Lists the concepts that the sentence says in usual words. Whether the right side says it is the caller's to check. */
export const findSayings = (text: string): ConceptId[] => {
  const normal = text.toLowerCase().replaceAll("’", "'").trim();
  return (Object.keys(SAYINGS) as ConceptId[]).filter((id) => usesSaying(id, normal));
};
