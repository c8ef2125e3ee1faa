import * as inquiry from "./phrases/inquiry.js";
import { checkin, followup, review } from "./phrases/later.js";
import {
  endings,
  goodbyes,
  type Objection,
  objections,
  prices,
  soldFromAfar,
} from "./phrases/talk.js";
import * as visit from "./phrases/visit.js";
import type { TradeName } from "./people.js";
import type { Stage, Step } from "./projects.js";
import type { Random } from "./random.js";

export interface Script {
  /** Exchanges of the phrase banks, in their order. */
  exchanges: string[];
  objections: Objection[];
}

/** What a customer says who does not buy today. */
const WAITING = new Set<Objection>(["partner", "other quotes"]);

const doubts = ({ stage, result }: Step, together: boolean): Objection[] => {
  if (stage === "inquiry" || stage === "checkin") return [];
  return (Object.keys(objections) as Objection[]).filter(
    (doubt) => !(result === "sold" && WAITING.has(doubt)) && !(together && doubt === "partner"),
  );
};

/** Puts a conversation of 12 to 40 utterances together, so that it reads as one. */
export const writeScript = (random: Random, trade: TradeName, step: Step): Script => {
  const { pick, some, chance } = random;
  const maybe = (probability: number, bank: string[]): string[] =>
    chance(probability) ? [pick(bank)] : [];
  const together = chance(0.35);
  const inspected = chance(0.8);
  const raised = some(doubts(step, together && step.stage === "visit"), 1);
  const raise = raised.map((doubt) => pick(objections[doubt]));
  const afar = step.result === "sold" && step.stage !== "visit";
  const ending = pick(afar ? soldFromAfar : endings[step.result]);
  const parts: Record<Stage, () => string[]> = {
    inquiry: () => [
      pick(inquiry.greetings),
      pick(inquiry.reasons),
      ...maybe(0.6, inquiry.questions),
      pick(inquiry.visitOffers),
      pick(inquiry.confirmations),
    ],
    visit: () => [
      pick(visit.greetings),
      ...(together ? [pick(visit.together)] : maybe(0.7, visit.agendas)),
      ...some(visit.discovery, inspected ? 1 : 2),
      ...(inspected ? [pick(visit.inspections[trade])] : []),
      pick(visit.options[trade]),
      pick(prices),
      ...raise,
      ending,
    ],
    review: () => [
      pick(review.greetings),
      pick(review.recaps),
      pick(review.options),
      ...raise,
      ending,
    ],
    followup: () => [pick(followup.greetings), ...maybe(0.6, followup.questions), ...raise, ending],
    checkin: () => [pick(checkin.greetings), ...some(checkin.topics, 3), pick(checkin.ends)],
  };
  return { exchanges: [...parts[step.stage](), pick(goodbyes)], objections: raised };
};
