import { findTranscriptEnd } from "../../../db/recordings/transcript.js";
import { measureTranscript } from "../../../graph/stats/measures.js";
import type { ConceptId } from "../../meaning/concepts/concepts.js";
import type { Call } from "../analyzer.js";
import { CERTAIN_SCORE, listMoments, type Moments, POSSIBLE_SCORE } from "./moments.js";
import type { Sentence } from "./sentences.js";
import { markMoment } from "./times.js";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Shorter calls get no coaching, and neither do those with mostly silence. */
const MIN_CALL_MS = MINUTE_MS;
const MIN_SPOKEN_MS = 30 * SECOND_MS;
const MIN_TURNS = 5;
/** More points than these at once, and none is worked on. */
const MAX_POINTS = 3;

// Figures beyond these get a hint. They are rules of thumb; docs/analysis.md states them.
const MAX_TALK_RATIO = 0.65;
const MAX_STRETCH_MS = 90 * SECOND_MS;
const MIN_WAIT_MS = 300;
/** A longer silence, as during an inspection, ends a stretch. */
const MAX_PAUSE_MS = 5 * SECOND_MS;
/** From the price to the first request for the order. */
const MAX_PRICE_TO_ORDER_MS = 5 * MINUTE_MS;

const formatPercent = (share: number): string => `${Math.round(100 * share)} %`;
const formatSeconds = (ms: number): string => `${Math.round(ms / SECOND_MS)} s`;
const formatMinutes = (ms: number): string => `${Math.round(ms / MINUTE_MS)} minutes`;

const MONEY = /[$€£]\s?\d|\b(?:hundred|thousand|\d)\S* (?:dollars|euros|pounds)\b/iu;

interface Said {
  /** When it was perhaps said first; undefined if it surely wasn't said. */
  perhaps: (id: ConceptId) => number | undefined;
  /** When it was said first; undefined if that is in doubt. */
  certain: (id: ConceptId) => number | undefined;
  /** When the rep first named an amount of money. */
  price: number | undefined;
  isWon: boolean;
}

/** A point to coach: undefined if the call gives no reason for it. Times of the call are marked. */
type Point = (said: Said) => string | undefined;

/**
 * The most valuable first. docs/analysis.md lists them. Nothing is held against the rep that is in doubt: what the
 * client objected to is certain, and what the rep perhaps did is done.
 */
const POINTS: readonly Point[] = [
  ({ perhaps, certain, isWon }) => {
    const partner = certain("partner_objection");
    if (isWon || partner === undefined || (perhaps("decision_makers") ?? partner) < partner)
      return undefined;
    return `At ${markMoment(partner)} someone else turned out to decide, too. **Ask at the start who decides**, and have them there.`;
  },
  ({ perhaps, certain, price, isWon }) => {
    if (isWon || price === undefined || perhaps("asks_for_order") !== undefined) return undefined;
    // No one orders before the other one has agreed.
    if (certain("partner_objection") !== undefined && perhaps("next_step") !== undefined)
      return undefined;
    return `You named the price at ${markMoment(price)} and didn't ask for the order. **Ask for it**: “Shall we put you on the schedule?”`;
  },
  ({ perhaps, certain, isWon }) => {
    if (isWon || perhaps("next_step") !== undefined) return undefined;
    const wait = certain("timing_objection");
    const when =
      wait === undefined
        ? "The call ended"
        : `They wanted time at ${markMoment(wait)}, and the call ended`;
    return `${when} without a next step. **Agree on a day and an hour** before you leave.`;
  },
  ({ certain, price }) => {
    const order = certain("asks_for_order");
    if (order === undefined || price === undefined || order - price < MAX_PRICE_TO_ORDER_MS)
      return undefined;
    return `You asked for the order at ${markMoment(order)}, ${formatMinutes(order - price)} after the price at ${markMoment(price)}. **Ask while the price is on the table.**`;
  },
  ({ perhaps, certain }) => {
    const tooMuch = certain("price_objection");
    const hasOffer = perhaps("monthly_payment") !== undefined || perhaps("financing") !== undefined;
    if (tooMuch === undefined || hasOffer) return undefined;
    return `The price was too high for them at ${markMoment(tooMuch)}. **Offer a monthly payment**: it makes the amount easier to agree to.`;
  },
  ({ perhaps, price }) => {
    const needs = perhaps("needs");
    if (price === undefined || (needs !== undefined && needs < price)) return undefined;
    return `You named the price at ${markMoment(price)} before you asked what they need. **Ask about the problem first**: what is it worth to them to solve it?`;
  },
  ({ perhaps, price, isWon }) => {
    const hasSupport = perhaps("warranty") !== undefined || perhaps("social_proof") !== undefined;
    if (isWon || price === undefined || hasSupport) return undefined;
    return `Nothing supported the price at ${markMoment(price)}. **Say what is covered, and who else you did it for.**`;
  },
];

/** Builds the point about what went well; undefined if none of it is certain. */
const buildPraise = ({ certain }: Said): string | undefined => {
  const order = certain("asks_for_order");
  if (order !== undefined)
    return `You asked for the order at ${markMoment(order)}. Keep doing that.`;
  const deciders = certain("decision_makers");
  if (deciders !== undefined)
    return `You asked who decides at ${markMoment(deciders)}. Keep doing that.`;
  const agenda = certain("agenda");
  return agenda === undefined
    ? undefined
    : `You said at ${markMoment(agenda)} how the visit goes. Keep doing that.`;
};

const findSaid = (sentences: readonly Sentence[], moments: Moments): Said => {
  const find = (id: ConceptId, minScore: number): number | undefined =>
    listMoments(moments, id, minScore)[0]?.sentence.start;
  const perhaps = (id: ConceptId): number | undefined => find(id, POSSIBLE_SCORE);
  const certain = (id: ConceptId): number | undefined => find(id, CERTAIN_SCORE);
  const money = sentences.find(({ role, text }) => role === "rep" && MONEY.test(text))?.start;
  const prices = [certain("price"), certain("monthly_payment"), money].filter(
    (at) => at !== undefined,
  );
  return {
    perhaps,
    certain,
    price: prices.length > 0 ? Math.min(...prices) : undefined,
    isWon: certain("deal_closed") !== undefined,
  };
};

/** Finds the longest time that the rep spoke without an interruption or a long pause. Milliseconds. */
const findLongestStretch = (utterances: Call["utterances"]): { start: number; length: number } => {
  let longest = { start: 0, length: 0 };
  let stretchStart: number | undefined;
  let stretchEnd = 0;
  for (const { role, start, end } of utterances) {
    if (role !== "rep") {
      stretchStart = undefined;
      continue;
    }
    if (stretchStart === undefined || start - stretchEnd > MAX_PAUSE_MS)
      [stretchStart, stretchEnd] = [start, end];
    else stretchEnd = Math.max(stretchEnd, end);
    if (stretchEnd - stretchStart > longest.length)
      longest = { start: stretchStart, length: stretchEnd - stretchStart };
  }
  return longest;
};

/**
 * Builds coaching in Markdown: what to keep, what to try, and hints about how the rep talked, with the moments; if there
 * is none of this, the figures. Without meanings, hints or figures. Null if the call is too short, or has no separate
 * utterances by the rep.
 */
export const buildCoaching = (
  { utterances }: Call,
  sentences: readonly Sentence[],
  moments: Moments | undefined,
): string | null => {
  const { talkMs, spokenMs, waitedMs, waitedCount } = measureTranscript(utterances);
  if (
    findTranscriptEnd(utterances) < MIN_CALL_MS ||
    spokenMs < MIN_SPOKEN_MS ||
    talkMs === 0 ||
    talkMs === spokenMs
  )
    return null;
  const said = moments && findSaid(sentences, moments);
  const points = said ? POINTS.flatMap((point) => point(said) ?? []).slice(0, MAX_POINTS) : [];
  const share = talkMs / spokenMs;
  const longest = findLongestStretch(utterances);
  const waited = waitedCount >= MIN_TURNS ? waitedMs / waitedCount : undefined;
  const talked = `You talked **${formatPercent(share)}** of the time`;
  const stretch = `Your longest stretch was **${formatSeconds(longest.length)}**, from ${markMoment(longest.start)}`;
  const hints = [
    ...(said ? [buildPraise(said) ?? []].flat() : []),
    ...points,
    ...(share > MAX_TALK_RATIO ? [`${talked}: leave the client more of it.`] : []),
    ...(longest.length >= MAX_STRETCH_MS ? [`${stretch}: stop for a question on the way.`] : []),
    ...(waited !== undefined && waited < MIN_WAIT_MS
      ? [
          `You began to speak **${Math.round(waited)} ms** after the client, on average: wait a moment longer.`,
        ]
      : []),
  ];
  const lines = hints.length > 0 ? hints : [`${talked}.`, `${stretch}.`];
  return lines.map((line) => `- ${line}`).join("\n");
};
