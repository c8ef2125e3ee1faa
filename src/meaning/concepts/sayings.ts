import type { ConceptId } from "./concepts.js";

/** What is said in nearly the same words in every second call, whatever it is about. */
const SAYINGS: Partial<Record<ConceptId, readonly RegExp[]>> = {
  price_objection: [
    /\b(too|way too|a bit|a little|kind of|pretty|really|very) (expensive|pricey|costly|steep)\b/,
    /\btoo much (money|for (us|me|what))\b/,
    /\btoo high for (us|me)\b/,
    /\b(can't|cannot|can not|couldn't) afford\b(?! to)/,
    /\b(over|outside|beyond|above|out of) (our|my) (budget|price range)\b/,
    /\bmore than (we|i) (had in mind|had planned|planned|budgeted|can (spend|afford|pay)|wanted to (spend|pay)|want to (spend|pay)|expected to (spend|pay))\b/,
    /\b(that's|that is|it's|it is|is) a lot of money\b/,
    /\b(don't|do not) have that (kind|sort) of money\b/,
    /\bprice is (a bit|a little|pretty|quite|really|very|too)? ?(high|steep)\b/,
  ],
  timing_objection: [
    /\b(need|want|like|have|got|going|prefer) to think\b/,
    /\bthink (it|this|that|things) (over|through)\b/,
    /\b(let me|let us|we'll|i'll|we will|i will|should|must) think about (it|this|that)\b/,
    /\bsleep on (it|this|that)\b/,
    /\bneed (some|a little|a bit|a few|more)( more)?( of)? (time|days|weeks)\b/,
    /\b(isn't|not) (the|a) (right|good|best) time (for|to)\b/,
    /\bnot ready (yet|to (decide|buy|sign|commit|order))\b/,
    /\b(i|we)('ll| will) get back to you\b/,
    /\bwait until (spring|summer|fall|autumn|winter|next|after|the)\b/,
    /\b(don't|do not) want to rush\b/,
  ],
  partner_objection: [
    /\b(talk|speak|discuss|check|ask|go over|run)( \w+){0,3} (my|our) (wife|husband|spouse|partner|fianc\S+|boss|business partner|board)\b/,
    /\b(need|have|got|want) to (talk|speak|discuss|check)( (it|this|that))? (to|with) (?!you\b)\w+ (first|about (it|this|that))\b/,
    /\bwithout (my|asking my|talking to my) (wife|husband|spouse|partner|boss)\b/,
  ],
  other_quotes: [
    /\b(another|second|two|three|more|couple of|few|several)( \w+){0,2} (quotes?|bids?|estimates?)\b/,
    /\bshop(ping)? around\b/,
    /\bcompare (prices|quotes|offers|bids|estimates)\b/,
  ],
  discount: [
    /\b(a|any|some|the|special|better) discounts?\b/,
    /\b(come|go) down (on|with|in|a bit|a little)\b/,
    /\b(a|any) better price\b/,
    /\b(lower|reduce|drop|cut) the price\b/,
    /\bknock( \w+){1,3} off\b/,
    /\bbest (price )?you can do\b/,
    /\b(wiggle room|room in the price|room on the price)\b/,
  ],
  deal_closed: [
    /\b(let's|let us) (do it|do this|go ahead|go for it|move forward|sign it)\b(?!,? (tomorrow|later|another|next))/,
    /\bwhere do (i|we) sign\b/,
    /\b(you've got|you got|you have|we've got|we have|it's|it is) a deal\b/,
    /\b(i'll|we'll|i will|we will) take (it|them|that one|this one|the one)\b(?! (to|up|down|from|out|home|slow|over|easy))/,
    /\bsign (me|us) up\b/,
    /\bgo ahead and (order|book|schedule) (it|that|this|them)\b/,
  ],
  deal_lost: [
    /\b(went|going|gone|go|signed) with (another|somebody else|someone else|a different|the other (company|guys?|one|people|firm|contractor)|your competitor)\b/,
    /\bnot interested\b(?! in)/,
    /\bdecided (against|not to (do|buy|go|move|sign))\b/,
    /\b(not|won't be) (going to (buy|go ahead|move forward|sign)|moving forward)\b/,
    /\b(chose|picked|hired) (another|a different|somebody else|someone else)\b/,
  ],
  asks_for_order: [
    /\b(shall|should|can|may|could) (we|i) (get|put) you (on the (schedule|calendar)|down for)\b/,
    /\b(are you|you) ready to (go ahead|move forward|get started|sign|order)\b/,
    /\b(would you like|do you want|shall we|should we|can we) (to )?(go ahead|move forward|get started|write it up|sign it|order it)\b/,
    /\b(can|may|could) i (get|have) your (signature|autograph)\b/,
  ],
  decision_makers: [
    /\b(who|anyone|anybody|someone|somebody)( else)?( \w+){0,6} (decide|decides|deciding|decision|decisions)\b/,
  ],
  price: [
    /\b(total|price|investment|everything|all of it)( \w+){0,5} (comes to|comes out to|comes out at|is|would be|will be)( \w+){0,2} (\$ ?\d|(\w+ )?(thousand|hundred)\b)/,
  ],
  monthly_payment: [/\bmonthly (payments?|rate|installments?)\b/],
  financing: [/\b(offer|have|with|through|about) financing\b/, /\bfinance (it|this|the)\b/],
  warranty: [/\b(years?|year|lifetime|full|manufacturer's|workmanship|labor) warranty\b/],
};

/** Turns most sayings into their opposite, or into what might be. */
const OPPOSITE = /(\b(not|never|nothing|no longer)|n't)( [\w']+){0,3} $/;
const HYPOTHETICAL = /^(if|unless|when|what if|suppose)\b/;

/** Costs of something else: what a house uses is too expensive, and that is why they buy. */
const OTHER_COSTS =
  /\b(bills?|heat|heating|cooling|electric|electricity|gas|energy|water|insurance|rent|repair|repairs)\b/;

const normalize = (text: string): string => text.toLowerCase().replaceAll("’", "'").trim();

const isOpposite = (text: string, at: number): boolean => OPPOSITE.test(text.slice(0, at));

/** Returns whether the sentence says the concept in usual words. */
const usesSaying = (id: ConceptId, text: string): boolean => {
  if (id === "deal_closed" && HYPOTHETICAL.test(text)) return false;
  if (id === "price_objection" && OTHER_COSTS.test(text)) return false;
  return (SAYINGS[id] ?? []).some((saying) => {
    const at = text.search(saying);
    return at !== -1 && !isOpposite(text, at);
  });
};

/** Lists the concepts that the sentence says in usual words. */
export const findSayings = (text: string): ConceptId[] => {
  const normal = normalize(text);
  return (Object.keys(SAYINGS) as ConceptId[]).filter((id) => usesSaying(id, normal));
};
