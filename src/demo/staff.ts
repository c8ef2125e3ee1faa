import { DAY, HOUR, MINUTE } from "./calendar.js";
import type { DemoEvent } from "./events.js";
import { membersOf, people, teams } from "./people.js";
import { leavesAt } from "./projects.js";
import type { Random } from "./random.js";
import { templates } from "./templates.js";

const SETUP_DAYS = 90;

/** When the organization began, for a story that ends `now`. */
export const setUpAt = (now: number): number => now - SETUP_DAYS * DAY;

/** How the organization was set up, before the first call. */
export const setUp = (now: number): DemoEvent[] => {
  const start = setUpAt(now);
  return [
    ...people.map(({ email, name, role }, index): DemoEvent => {
      return { kind: "user", at: start + index * MINUTE, input: { email, name, role } };
    }),
    ...teams.map((name): DemoEvent => {
      const members = membersOf(name).map(({ email, role }) => ({
        email,
        role: role === "manager" ? "lead" : "member",
      }));
      return { kind: "team", at: start + HOUR, input: { name, members } };
    }),
    ...templates.map(({ name, questions }, index): DemoEvent => {
      const asked = questions.map(({ question }) => ({ question }));
      return { kind: "template", at: start + 2 * HOUR + index, input: { name, questions: asked } };
    }),
  ];
};

const actions = {
  process_ai: ["Checked the process of a visit", "Asked for a follow-up e-mail"],
  coach_assistant: ["Practised the price conversation", "Asked how to handle an objection"],
};

/** Who left, and what everybody else did lately. */
export const staffEvents = (random: Random, now: number): DemoEvent[] =>
  people.flatMap((person): DemoEvent[] => {
    const { email, name, role } = person;
    if (person.leftDaysAgo !== undefined)
      return [
        { kind: "user", at: leavesAt(person, now), input: { email, name, role, active: false } },
      ];
    const ago = (hours: number): number => now - random.int(1, hours * 60) * MINUTE;
    const kinds = (["process_ai", "coach_assistant"] as const).filter(() => random.chance(0.7));
    return [
      { kind: "activity", at: ago(8), email, input: { kind: "accessed" } },
      ...kinds.map((kind): DemoEvent => {
        const action = random.pick(actions[kind]);
        return { kind: "activity", at: ago(120), email, input: { kind, action } };
      }),
    ];
  });
