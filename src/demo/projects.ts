import { type Calendar, DAY_MS, HOUR_MS } from "./calendar.js";
import type { DemoCustomer } from "./events.js";
import { createProjectFacts, type ProjectFacts } from "./project-facts.js";
import { findLead, type Person, people, type TradeName } from "./people.js";
import type { StepResult } from "./phrases/talk.js";
import type { Random } from "./random.js";

export type Stage = "inquiry" | "visit" | "review" | "followup" | "checkin";

/** A past or future conversation of a project. */
export interface Step {
  stage: Stage;
  rep: Person;
  startsAt: number;
  result: StepResult;
  /** How often the rep does what a scorecard asks for by then, from 0 to 1. */
  skill: number;
  /** True if the CRM's calendar has an appointment for it. */
  hasAppointment: boolean;
  /** True if the customer was not at home. */
  isMissed: boolean;
}

/** One customer's conversations, from the first call to an order or a refusal. */
export interface Project {
  number: number;
  client: DemoCustomer;
  trade: TradeName;
  facts: ProjectFacts;
  steps: Step[];
}

type Plan = readonly (readonly [Stage, StepResult])[];

const inquiry = ["inquiry", "next"] as const;
const checkin = ["checkin", "sold"] as const;
const sales: Plan[] = [
  [inquiry, ["visit", "sold"], checkin],
  [inquiry, ["visit", "next"], ["review", "sold"], checkin],
  [inquiry, ["visit", "next"], ["followup", "next"], ["followup", "sold"], checkin],
];
const otherPlans: Plan[] = [
  [inquiry, ["visit", "next"], ["followup", "lost"]],
  [inquiry, ["visit", "next"], ["review", "next"], ["followup", "open"]],
];

const APPOINTMENT_CHANCES: Record<Stage, number> = {
  inquiry: 0,
  visit: 1,
  review: 1,
  followup: 0.9,
  checkin: 0.3,
};
const MISSED_CHANCE = 0.1;
/** People get no new conversations in the last hours before they leave. */
const HANDOVER_MS = 4 * HOUR_MS;

/** Returns when the person leaves, in a story that ends at `now`. */
export const computeLeaveTime = ({ leftDaysAgo }: Person, now: number): number =>
  leftDaysAgo === undefined ? Number.POSITIVE_INFINITY : now - leftDaysAgo * DAY_MS;

const SKILL_SPAN_MS = 365 * DAY_MS;

/** Returns how often the person does what a scorecard asks for at that time, in a story that ends at `now`. */
const computeSkill = ({ skill: [earlier, today] }: Person, time: number, now: number): number =>
  today + (earlier - today) * Math.min(1, Math.max(0, (now - time) / SKILL_SPAN_MS));

/** Creates a customer's project. @param from when the customer gets in touch @param now the end of the story */
export const createProject = (
  random: Random,
  calendar: Calendar,
  who: { number: number; client: DemoCustomer; trade: TradeName },
  from: number,
  now: number,
): Project => {
  const care = random.pick(people.filter(({ team }) => team === "Customer Care"));
  const seller = random.pick(people.filter(({ trade }) => trade === who.trade));
  const steps: Step[] = [];
  let next = from;
  const add = (stage: Stage, result: StepResult, missed: boolean): void => {
    let rep = stage === "inquiry" || stage === "checkin" ? care : seller;
    let startsAt = calendar.book(rep, next);
    if (startsAt > computeLeaveTime(rep, now) - HANDOVER_MS) {
      rep = findLead(rep.team);
      startsAt = calendar.book(rep, next);
    }
    const appointment = missed || random.chance(APPOINTMENT_CHANCES[stage]);
    const skill = computeSkill(rep, startsAt, now);
    const step = { stage, rep, startsAt, result, skill };
    steps.push({ ...step, hasAppointment: appointment, isMissed: missed });
    next = startsAt + random.int(stage === "inquiry" ? 1 : 2, 6) * DAY_MS;
  };
  const sells = random.chance(0.2 + computeSkill(seller, from, now) / 2);
  for (const [stage, result] of random.pick(sells ? sales : otherPlans)) {
    if (APPOINTMENT_CHANCES[stage] === 1 && random.chance(MISSED_CHANCE)) add(stage, "next", true);
    add(stage, result, false);
  }
  return { ...who, facts: createProjectFacts(random, who.client, who.trade), steps };
};
