import type { ConceptId } from "./concepts.js";

/** Words that sales calls use again and again, by what they say. */
const SAYINGS: Partial<Record<ConceptId, readonly RegExp[]>> = {
  price_objection: [
    /\b(too|a bit|a little|kind of|pretty|really|very) (expensive|pricey|costly)\b/,
    /\btoo much (money|for (us|me))\b/,
    /\btoo (high|steep) for (us|me)\b/,
    /\b(can't|cannot|can not|couldn't) afford\b(?! to)/,
    /\b(over|outside|beyond|above|out of) (our|my) (budget|price range)\b/,
    /\bmore than (we|i) (had in mind|had planned|planned|budgeted|can (spend|afford|pay)|wanted to (spend|pay)|want to (spend|pay)|expected to (spend|pay))\b/,
    /\b(that's|that is|it's|it is) a lot of money\b/,
    /\b(don't|do not) have that (kind|sort) of money\b/,
    /\b(price|number|figure|quote) is (a bit|a little|pretty|quite|really|very|too) (high|steep)\b/,
  ],
  timing_objection: [
    /\b(need|want|like|have|got|going|prefer) to think( about (it|this|that)| it over| this over| first|[.!]?$)/,
    /\bthink (it|this|that|things) (over|through)\b/,
    /\b(let me|let us|we'll|i'll|we will|i will|should|must) think about (it|this|that)\b/,
    /\bsleep on (it|this|that)\b/,
    /\bneed (some|a little|a bit|a few|more)( more)?( of)? (time|days|weeks)\b/,
    /\b(isn't|is not|not) (the|a) (right|good|best) time (for (us|me|this|that|it)|to (buy|decide|spend))\b/,
    /\bnot ready (yet|to (decide|buy|sign|commit|order))\b/,
    /\b(i|we)('ll| will) get back to you\b/,
    /\b(rather|to|let's|could|we'll|i'll) wait (until|till) (spring|summer|fall|autumn|winter|next|after)\b/,
    /\b(don't|do not) want to rush( (it|this|into)|[.!]?$)/,
  ],
  partner_objection: [
    /\b(need|have|want|like|got|going|should|must|let me|let us|we'll|i'll|i'd)( \w+){0,2} (talk|speak|discuss|check|ask|run)( \w+){0,3} (my|our) (wife|husband|spouse|partner|fianc[eé]+|boss|business partner|board)(?!\w)(?! to (let|get|put|bring|open|call))/,
    /\b(need|have|got|want) to (talk|speak|discuss|check)( (it|this|that))? (to|with) (?!(?:you|somebody|someone|anybody|anyone|the|a)\b)\w+ (first|about (it|this|that))\b(?! \w)/,
    /\b(can't|cannot|can not|won't|couldn't|wouldn't|don't) (decide|do|sign|say|commit|agree)( \w+){0,3} without (my|asking my|talking to my) (wife|husband|spouse|partner|boss)\b/,
  ],
  other_quotes: [
    /\b(another|second|more|two|three|several|a few|a couple of|a couple more|two more|some more) (quotes?|bids?|estimates?)\b/,
    /\bshop(ping)? around\b/,
    /\bcompare (prices|quotes|offers|bids|estimates)\b/,
  ],
  discount: [
    /\b(a|any|some|special|better) discounts?\b/,
    /\b(come|go) down (on (the|your|that) price|with (the|your|that) price|a bit|a little)\b/,
    /\b(a|any) better price\b/,
    /\b(lower|reduce|drop|cut) the price\b/,
    /\bknock (something|some|a bit|a little|a few|\$?\d+|\w+ (hundred|thousand|percent)) off\b/,
    /\bbest (price )?you can do\b/,
    /\b(wiggle room|room (in|on) the price)\b/,
  ],
  deal_closed: [
    /\b(let's|let us) (do it|do this|go for it|move forward|sign it)\b(?!,? (tomorrow|later|another|next|in|after|when|first))/,
    /\b(let's|let us) go ahead( with (it|this|that|the order))?[.!,]?$/,
    /\bwhere do (i|we) sign\b/,
    /(^|[,.] |\b(then|so|ok|okay|yes|yeah|alright|right|great|well) )(you've got|you got|you have|we've got|we have|it's|it is) a deal\b(?! ?-?(breaker|killer|for|on|with|from))/,
    /\b(i'll|we'll|i will|we will) take (it|them|that one|this one|the one)\b(?! (to|up|down|from|out|home|slow|over|easy|as|into|under|with|that|for|off|back|away))/,
    /\bsign (me|us) up\b/,
    /\bgo ahead and order (it|that|this|them|one)\b/,
  ],
  deal_lost: [
    /\b(i|we)('ve| have|'re| are|'m| am)?( \w+){0,2} (went|gone|going|go|signed) with (somebody else|someone else|your competitor|(another|a different|the other) (company|contractor|firm|one|guys?|people|vendor|offer|quote))\b/,
    /\b(i'm|we're|i am|we are)( just| really| simply)? not interested\b(?! in\b)/,
    /^(no,? )?not interested\b/,
    /\b(i|we)('ve| have)? decided (against (it|this|that|doing)|not to (do (it|this)|buy|go ahead|sign|get it))\b/,
    /\b(i'm|we're|i am|we are) not going to (buy|go ahead|move forward)\b/,
    /\b(won't be|will not be|not) moving forward\b/,
    /\b(i|we)('ve| have)? (chose|chosen|picked|hired) (somebody else|someone else|(another|a different) (company|contractor|firm|one))\b/,
  ],
  asks_for_order: [
    /\b(shall|should|can|may|could) (we|i) (get|put) you on the (schedule|calendar)\b/,
    /\b(are you|you) ready to (go ahead|move forward|sign|order)\b/,
    /\b(would you like|do you want|shall we|should we|can we) (to )?(go ahead|move forward|write it up|sign it|order it)\b(?! and (?!(?:order|sign|book|schedule|do|get)\b))/,
    /\b(can|may|could) i (get|have) your (signature|autograph)\b/,
  ],
  decision_makers: [
    /\b(who|anyone|anybody|someone|somebody)( else)?( \w+){0,6} (decide|decides|deciding|decision|decisions)\b/,
  ],
  price: [
    /\b(total|price|investment|everything|all of it)( \w+){0,5} (comes to|comes out to|comes out at|is|would be|will be)( \w+){0,2} (\$ ?\d|(\w+ )?(thousand|hundred)\b)(?! percent)/,
  ],
  monthly_payment: [/\bmonthly (payments?|rate|installments?)\b/],
  financing: [/\b(offer|have|with|through|about) financing\b/, /\bfinance (it|this|the)\b/],
  warranty: [/\b(years?|year|lifetime|full|manufacturer's|workmanship|labor) warranty\b/],
};

/** In front of a saying: it is the opposite. "Isn't that too expensive?" asks, and isn't. */
const OPPOSITE = /\b(not(?! only)|never|nothing|no longer|cannot|\w+n't)( [\w']+){0,4} $/;
const NEGATIVE_QUESTION = /^(isn't|aren't|don't|doesn't|can't|couldn't|wouldn't|won't)\b/;

/** Sentences with these words don't say the concept, whatever else they say. */
const EXCLUDED: Partial<Record<ConceptId, RegExp>> = {
  other_quotes: /\byou('ve)? (sent|gave|have|had)\b/,
  discount: /\bthank/,
  deal_closed: /\b(if|unless|once|suppose|would|could|should)\b/,
  deal_lost: /\b(if|unless|would|could|might|may)\b/,
  decision_makers: /\b(today|now|tonight|this week)\b/,
};

/** In front of "too expensive": it is about something else, about others or about earlier. */
const OTHER_COSTS =
  /\b(bills?|insurance|rent|electricity|electric|gas|energy|heating|groceries|other \w+|competitors?|neighbors?|they|he|she|was|were|got)\b/;

const isDenied = (id: ConceptId, before: string): boolean =>
  (OPPOSITE.test(before) && !NEGATIVE_QUESTION.test(before)) ||
  (id === "price_objection" && OTHER_COSTS.test(before));

const usesSaying = (id: ConceptId, text: string): boolean =>
  !EXCLUDED[id]?.test(text) &&
  SAYINGS[id]!.some((saying) => {
    const at = text.search(saying);
    return at !== -1 && !isDenied(id, text.slice(0, at));
  });

/** Lists the concepts that the sentence says in usual words. Whether the right side says it is the caller's to check. */
export const findSayings = (text: string): ConceptId[] => {
  const normal = text.toLowerCase().replaceAll("’", "'").trim();
  return (Object.keys(SAYINGS) as ConceptId[]).filter((id) => usesSaying(id, normal));
};
