import * as inquiry from "./phrases/inquiry.js";
import { checkin, followup, review } from "./phrases/follow-up-calls.js";
import {
  endings,
  goodbyes,
  monthlyPrices,
  type Objection,
  objections,
  orderDates,
  orderRequests,
  prices,
  remoteSales,
} from "./phrases/talk.js";
import * as visit from "./phrases/visit.js";
import type { TradeName } from "./people.js";
import type { Stage, Step } from "./projects.js";
import type { Random } from "./random.js";

/** Phrases of a customer who does not buy today. */
const POSTPONING_OBJECTIONS = new Set<Objection>(["partner", "other quotes"]);

/** What is done well sells: how much more often a rep did it in calls that ended with an order, and less in others. */
const SALE_FACTORS = { sold: 1.3, other: 0.8 };

const listPossibleObjections = ({ stage, result }: Step, together: boolean): Objection[] => {
  if (stage === "inquiry" || stage === "checkin") return [];
  return (Object.keys(objections) as Objection[]).filter(
    (doubt) =>
      !(result === "sold" && POSTPONING_OBJECTIONS.has(doubt)) &&
      !(together && doubt === "partner"),
  );
};

/** Composes a coherent conversation of 12 to 44 utterances: exchanges from the phrase banks, in order. */
export const writeScript = (random: Random, trade: TradeName, step: Step): string[] => {
  const { pick, sample, chance } = random;
  const isSold = step.result === "sold";
  const skill = Math.min(1, step.skill * SALE_FACTORS[isSold ? "sold" : "other"]);
  const maybe = (probability: number, bank: string[]): string[] =>
    chance(probability) ? [pick(bank)] : [];
  const together = chance(0.35);
  const inspected = chance(0.8);
  const raised = sample(listPossibleObjections(step, together && step.stage === "visit"), 1);
  const raise = raised.map((doubt) => pick(objections[doubt]));
  const afar = isSold && step.stage !== "visit";
  const ending = pick(afar ? remoteSales : endings[step.result]);
  const offer = [
    pick((chance(skill) ? visit.warranties : visit.productOptions)[trade]),
    pick(chance(skill) ? monthlyPrices : prices),
  ];
  // Who asks, sells; who sells, may agree on a day.
  const close = [
    ...maybe(isSold ? 0.85 : skill, orderRequests),
    ...raise,
    ending,
    ...(isSold ? maybe(skill, orderDates) : []),
  ];
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
      ...maybe(skill, visit.agendas),
      ...(together ? [pick(visit.partnerQuestions)] : maybe(skill, visit.deciders)),
      ...sample(visit.discovery, inspected ? 1 : 2),
      ...(inspected ? [pick(visit.inspections[trade])] : []),
      ...offer,
      ...close,
    ],
    review: () => [
      pick(review.greetings),
      pick(review.recaps),
      pick(review.options),
      ...offer,
      ...close,
    ],
    followup: () => [pick(followup.greetings), ...maybe(0.6, followup.questions), ...close],
    checkin: () => [pick(checkin.greetings), ...sample(checkin.topics, 3), pick(checkin.ends)],
  };
  return [...parts[step.stage](), pick(goodbyes)];
};
