import { type Calendar, DAY, HOUR } from "./calendar.js";
import type { Customer } from "./events.js";
import { createFacts, type Facts } from "./facts.js";
import { leadOf, type Person, people, type TradeName } from "./people.js";
import type { Result } from "./phrases/talk.js";
import type { Random } from "./random.js";

export type Stage = "inquiry" | "visit" | "review" | "followup" | "checkin";

/** A conversation of a project, held or still ahead. */
export interface Step {
  stage: Stage;
  rep: Person;
  startsAt: number;
  result: Result;
  /** Whether it stands in the CRM's calendar. */
  appointment: boolean;
  /** Nobody was at home. */
  missed: boolean;
}

/** One customer's way from the first call to the order, or to none. */
export interface Project {
  number: number;
  client: Customer;
  trade: TradeName;
  facts: Facts;
  steps: Step[];
}

type Plan = readonly (readonly [Stage, Result])[];

const inquiry = ["inquiry", "next"] as const;
const checkin = ["checkin", "sold"] as const;
const plans: Plan[] = [
  [inquiry, ["visit", "sold"], checkin],
  [inquiry, ["visit", "next"], ["review", "sold"], checkin],
  [inquiry, ["visit", "next"], ["followup", "next"], ["followup", "sold"], checkin],
  [inquiry, ["visit", "next"], ["followup", "lost"]],
  [inquiry, ["visit", "next"], ["review", "next"], ["followup", "open"]],
];

const APPOINTED: Record<Stage, number> = {
  inquiry: 0,
  visit: 1,
  review: 1,
  followup: 0.9,
  checkin: 0.3,
};
const MISSED = 0.07;
/** Nobody is given work for the last hours before they leave. */
const HANDOVER = 4 * HOUR;

/** When this person leaves, for a story that ends `now`. */
export const leavesAt = ({ leftDaysAgo }: Person, now: number): number =>
  leftDaysAgo === undefined ? Number.POSITIVE_INFINITY : now - leftDaysAgo * DAY;

/** @param from when the customer gets in touch @param now the end of the story */
export const createProject = (
  random: Random,
  calendar: Calendar,
  who: { number: number; client: Customer; trade: TradeName },
  from: number,
  now: number,
): Project => {
  const care = random.pick(people.filter(({ team }) => team === "Customer Care"));
  const seller = random.pick(people.filter(({ trade }) => trade === who.trade));
  const steps: Step[] = [];
  let next = from;
  const add = (stage: Stage, result: Result, missed: boolean): void => {
    let rep = stage === "inquiry" || stage === "checkin" ? care : seller;
    let startsAt = calendar.book(rep, next);
    if (startsAt > leavesAt(rep, now) - HANDOVER) {
      rep = leadOf(rep.team);
      startsAt = calendar.book(rep, next);
    }
    const appointment = missed || random.chance(APPOINTED[stage]);
    steps.push({ stage, rep, startsAt, result, appointment, missed });
    next = startsAt + random.int(stage === "inquiry" ? 1 : 2, 6) * DAY;
  };
  for (const [stage, result] of random.pick(plans)) {
    if (APPOINTED[stage] === 1 && random.chance(MISSED)) add(stage, "next", true);
    add(stage, result, false);
  }
  return { ...who, facts: createFacts(random, who.client, who.trade), steps };
};
