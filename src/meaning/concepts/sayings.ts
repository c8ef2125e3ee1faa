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
    /\b(that's|that is|it's|it is) a lot of money\b(?! to (heat|cool|run|operate|maintain)\b)/,
    /\b(don't|do not) have that (kind|sort) of money\b/,
    /\b(price|quote|your (number|figure)) is (a bit|a little|pretty|quite|really|very|too) (high|steep)\b/,
  ],
  timing_objection: [
    /\b(need|want|like|have|got|going|prefer) to think( about (it|this|that)(?! (as|like)\b)| it over| this over| first|[.!]?$)/,
    /\bthink (it|this|that|things) (over|through)\b/,
    /\b(let me|let us|we'll|i'll|we will|i will|should|must) think about (it|this|that)\b(?! (as|like)\b)/,
    /\bsleep on (it|this|that)\b/,
    /\bneed (some|a little|a bit|a few|more)( more)?( of)? (time|days|weeks)\b(?! (in|at)\b| to (get|order|build|make|install|finish|fix|schedule|drive|clean|move)\b)/,
    /\b(isn't|is not|not) (the|a) (right|good|best) time (for (us|me|this|that|it)|to (buy|decide|spend))\b/,
    /\bnot ready (yet|to (decide|buy|sign|commit|order))\b/,
    /\b(i|we)('ll| will) get back to you\b/,
    /\b(?<!\bsense )(rather|to|let's|could|we'll|i'll) wait (until|till) (spring|summer|fall|autumn|winter|next|after)\b/,
    /\b(don't|do not) want to rush( (it|this|into)|[.!]?$)/,
    /\b(makes|make) (no|little) sense( \w+){0,4} (before|until|yet|this year)\b(?<!\bto wait until)/,
    /\bcall (me|us) (again |back )?in (the (spring|summer|fall|autumn|winter)|january|february|march|april|may|june|july|august|september|october|november|december|\w+ (weeks|months))\b(?! to\b)/,
  ],
  partner_objection: [
    /\b(need|have|want|like|got|going|should|must|let me|let us|we'll|i'll|i'd)( \w+){0,2} (talk|speak|discuss|check|ask|run)( \w+){0,3} (my|our) (wife|husband|spouse|partner|fianc[eé]+|boss|business partner|board)(?!\w)(?! to (let|get|put|bring|open|call))/,
    /\b(need|have|got|want) to (talk|speak|discuss|check)( (it|this|that))? (to|with) (?!(?:you|somebody|someone|anybody|anyone|the|a)\b)\w+ (first|about (it|this|that))\b(?! \w)/,
    /\b(can't|cannot|can not|won't|couldn't|wouldn't|don't) (decide|do|sign|say|commit|agree)( \w+){0,3} without (my|asking my|talking to my) (wife|husband|spouse|partner|boss)\b/,
  ],
  other_quotes: [
    /\b(?<!\bno )(another|second|more|two|three|several|a few|a couple of|a couple more|two more|some more) (quotes?|bids?|estimates?)\b(?! to (go over|show)\b)/,
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
    /\b(let's|let us) (do it|do this|go for it|move forward|sign it)\b(?!,? (tomorrow|later|another|next|in|after|when|first|one|again))/,
    /\b(let's|let us) go ahead( with (it|this|that|the order))?[.!,]?$/,
    /\bwhere do (i|we) sign\b/,
    /(^|[,.] |\b(then|so|ok|okay|yes|yeah|alright|right|great|well) )(you've got|you got|you have|we've got|we have|it's|it is) a deal\b(?! ?-?(breaker|killer|for|on|with|from))/,
    /\b(i'll|we'll|i will|we will) take (it|them|that one|this one|the one)\b(?! (to|up|down|from|out|home|slow|over|easy|as|into|under|with|that|for|off|back|away|seriously|personally|lightly))/,
    /\bsign (me|us) up\b(?! for\b.*\b(newsletter|list|e-?mails?|texts?|updates|reminders|alerts)\b)/,
    /\bgo ahead and order (it|that|this|them|one)\b/,
    /(^|[,.] |\b(so|then|ok|okay|yes|yeah|alright|right|great|good|well) )(please( just)?|just|go ahead and) (fix|repair|replace|install) (it|that|them)\b/,
    /\b(?<!\bthe )(card|check|cash) (is|works) (fine|good|okay|great|best)\b(?!,? but\b| for (a|\d+|\w+) (days?|weeks?|months?))/,
    /\b(i'll|i will|we'll|we will|let me) pay (by|with|in) (a |my )?(card|check|cash)\b/,
  ],
  deal_lost: [
    /\b(i|we)('ve| have|'re| are|'m| am)?( (?!not\b|never\b)\w+){0,2} (went|gone|going|go|signed) with (somebody else|someone else|your competitor|(another|a different|the other) (company|contractor|firm|one|guys?|people|vendor|offer|quote))\b/,
    /\b(i'm|we're|i am|we are)( just| really| simply)? not interested\b(?! in\b|,? (but )?(i|we) (want|need|prefer|like)\b)/,
    /^(no,? )?not interested\b/,
    /\b(i|we)('ve| have)? decided (against (it|this|that|doing)|not to (do (it|this)|buy|go ahead|sign|get it))\b(?! (myself|ourselves|alone|on (my|our) own)\b)/,
    /\b(i'm|we're|i am|we are) not going to (buy|go ahead|move forward)\b(?! the \w+ one| with (them|him|her|the other)\b)/,
    /\b(won't be|will not be|not) moving forward\b(?! with (them|him|her|the other)\b)/,
    /\b(i|we)('ve| have)? (chose|chosen|picked|hired) (somebody else|someone else|(another|a different) (company|contractor|firm|one))\b/,
  ],
  asks_for_order: [
    /\b(shall|should|can|may|could) (we|i) (get|put) you on the (schedule|calendar)\b/,
    /\b(are you|you) ready to (go ahead|move forward|sign|order)\b/,
    /\b(would you like|do you want|shall we|should we|can we) (to )?(go ahead|move forward|write it up|sign it|order it)\b(?! and (?!(?:order|sign|book|schedule|do|get)\b))/,
    /\b(can|may|could) i (get|have) your (signature|autograph)\b/,
    /\b(shall|should|can|may|could) (i|we) (write|sign|book) (it|this|that|you) (up|in)\b/,
    /\b(shall|should) we (get you started|move forward|book it|sign it)\b/,
    /\b(would|do) you (like|want) (me|us) to (write (it|this|that) up|get you on the (schedule|calendar)|put you on the (schedule|calendar)|book (it|this) )/,
    /\b(i just|we just|all i) need( is)? your (signature|autograph)\b/,
  ],
  decision_makers: [
    /\b(who|anyone|anybody|someone|somebody)( else)?( \w+){0,3} (has|have|get|gets|having|want|wants) (a|any|some|the final|the last) (say|vote|word)\b/,
    /\b(besides|apart from|other than|aside from) (you|yourself)\b.*\b(who|anyone|anybody|someone|somebody)\b.*\b(say|involved|approve|sign|agree|part of|vote|opinion|okay)\b/,
    /\bwho makes the (final )?(call|choice)\b/,
    /\b(anyone|anybody|someone|somebody|who) else( \w+){0,5} (sign off|weigh in|say yes|to approve|be involved|on the deed|on the title)\b/,
    /\b(is|will|would) your (wife|husband|spouse|partner|boss|business partner)( \w+){0,3} (involved in|part of|on board|have a say|want a say|want to see)\b/,
    /\byou( \w+){0,4} (run|clear) (it|this|that) (by|past|with) (anyone|anybody|someone|somebody)\b/,
    /\b(who|anyone|anybody|someone|somebody)( else)?( \w+){0,6} (decide|decides|deciding|decision|decisions)\b/,
  ],
  needs: [
    /\bwhat (made|makes|had|has) you (call|calling|reach|contact|contacting|look|looking|get in touch|decide to (call|look|do|get))/,
    /\bwhat (got|gets|has|had|have) (you|got you) (interested|thinking|looking|started)\b/,
    /\bwhat (brings|brought) (me|us) (out|here|by)\b(?! to\b)/,
    /\bwhat (bothers|bugs|worries|frustrates|annoys) you\b/,
    /\bwhat('s| is| has been| been)? (bothering|bugging|worrying|frustrating|annoying) you\b/,
    /\bwhat (problems|issues|trouble|concerns|kind of (problems|issues|trouble))( \w+){0,2} (are|have|do|did|has) (you|it|the)\b/,
    /\bwhat('s| is|'re| are)? (the )?(most |really )*important( thing| part)? (to|for) you\b(?! when you (choose|buy|pick))/,
    /\bwhat matters( the)?( most)? to you\b/,
    /\bwhat('s| is) (your|the) (main|biggest|number one) (concern|problem|worry|issue|goal|frustration|headache|priority)\b/,
    /\bwhat are you (looking|hoping|trying) to (get|achieve|do|fix|change|improve|accomplish|solve)\b/,
    /\bwhat would you (like|want) to (change|improve|fix|be different|get out of)\b/,
    /\btell me( a (bit|little))?( more)? about (what('s| is|'s been| has been) (going on|happening|wrong|bothering)|the (problem|issue|leak|trouble))\b/,
  ],
  budget: [
    /\b(have|had|got|with)( \w+){0,3} (budget|price range|number|figure|amount|range)( \w+){0,2} in mind\b/,
    /\bwhat (kind of )?(budget|price range|number|figure|amount|range)( \w+){0,4} in mind\b/,
    /\bwhat('s| is| was) (your|the) budget\b/,
    /\b(have|got|set|is there|with)( \w+)? budget (for|in|set|you)\b/,
    /\b(how much|what) (were|are|did|do|would) you( \w+)? (hoping|planning|looking|willing|want|wanting|like|thinking|plan|expecting|expect) (to|of|on) (spend|spending|invest|investing|pay|paying)\b/,
  ],
  options: [
    /\b(two|three|four|a couple of|a few|several) (different |other )?(options|packages|ways to go|choices|tiers|levels of (service|equipment|quality|comfort))\b(?! to get to)/,
    /\b(have|offer|a|our|the|three) good,? better,?( and| or)? best\b/,
  ],
  agenda: [
    /\bhere('s| is) how (today|this|the (visit|appointment|meeting|call))('s| is| will|'ll)?( going to| gonna)? (work|works|go|goes)\b/,
    /\bhere('s| is) how it('s going to| is going to| will|'ll) (work|go)\b/,
    /\bhere('s| is) what (i|we)('d| would|'ll| will|'m| am|'re| are)?( \w+){0,4} (in mind|planned|for today|today)\b/,
    /\b(my|the|our) (plan|agenda) for (today|this (visit|morning|afternoon|evening|meeting|call)|the (visit|meeting|call))\b/,
  ],
  referral: [
    /\b(leave|write|give) (us|me) a( \w+){0,2} review\b/,
    /\b(know|think of) (anyone|anybody|someone|somebody)( else)?( \w+){0,4} (who|that) (needs?|could use|might need|is looking|has (trouble|problems))\b/,
  ],
  price: [
    /\b(comes|come|works|adds up|runs|run)( out)? to( \w+){0,3} (\$ ?\d|(\w+ )?(thousand|hundred)\b)(?!( \w+){0,4} (percent|square|feet|gallons|pounds|miles|btus?|watts)\b)(?!( \w+){0,5} (a|per|each) month\b)/,
    /\b(total|price|investment|everything|all of it)( \w+){0,5} (comes to|comes out to|comes out at|is|would be|will be)( \w+){0,2} (\$ ?\d|(\w+ )?(thousand|hundred)\b)(?!( \w+){0,4} (percent|square|feet|gallons|pounds|miles|btus?|watts)\b)/,
  ],
  monthly_payment: [
    /\bmonthly (payments?|rate|installments?)\b/,
    /\b(would be|that's|that is|comes( out)? to|only|just)( [\w$]+){0,5} (hundred|dollars|bucks|(twen|thir|for|fif|six|seven|eigh|nine)ty|\w+teen|\$?\d+)( \w+)? (a|per|each|every) month\b/,
  ],
  financing: [/\b(offer|have|with|through|about) financing\b/, /\bfinance (it|this|the)\b/],
  warranty: [
    /\b(years|months|days|lifetime) on( \w+)? (parts|labor|workmanship|materials|the (compressor|motor|tank|glass|shingles|installation))\b(?!( \w+)? (before|until|left)\b)/,
    /\b\w+ (year|month|day|years|months|days)( (?!i\b|we\b|you\b)\w+){0,2} guarantee\b/,
    /\b(years?|year|lifetime|full|manufacturer's|workmanship|labor) warranty\b/,
  ],
};

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
  SAYINGS[id]!.some((saying) => {
    const at = text.search(saying);
    return at !== -1 && !isDenied(id, text.slice(0, at));
  });

/** Lists the concepts that the sentence says in usual words. Whether the right side says it is the caller's to check. */
export const findSayings = (text: string): ConceptId[] => {
  const normal = text.toLowerCase().replaceAll("’", "'").trim();
  return (Object.keys(SAYINGS) as ConceptId[]).filter((id) => usesSaying(id, normal));
};
