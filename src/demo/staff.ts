import { DAY_MS, HOUR_MS, MINUTE_MS } from "./calendar.js";
import type { DemoEvent } from "./events.js";
import { findLead, listMembers, people, teamNames } from "./people.js";
import { computeLeaveTime } from "./projects.js";
import type { Random } from "./random.js";
import { templates } from "./templates.js";

const SETUP_DAYS = 400;
const WEBHOOK_AGE_MS = 15 * MINUTE_MS;
/** No program listens on port 9, so that deliveries fail. */
const WEBHOOK_URL = "http://127.0.0.1:9/crm";

/** Returns when the organization was created, in a story that ends at `now`. */
export const computeSetupTime = (now: number): number => now - SETUP_DAYS * DAY_MS;

/** Builds the events that set up the organization, before the first call. */
export const buildSetupEvents = (now: number): DemoEvent[] => {
  const start = computeSetupTime(now);
  return [
    ...people.map(({ email, name, role }, index): DemoEvent => {
      return { kind: "user", at: start + index * MINUTE_MS, input: { email, name, role } };
    }),
    ...teamNames.map((name): DemoEvent => {
      const members = listMembers(name).map(({ email, role }) => ({
        email,
        role: role === "manager" ? "lead" : "member",
      }));
      const leads = [findLead(name).email];
      return { kind: "team", at: start + HOUR_MS, input: { name, members, leads } };
    }),
    ...templates.map((input, index): DemoEvent => ({
      kind: "template",
      at: start + 2 * HOUR_MS + index,
      input,
    })),
  ];
};

const activityTexts = {
  process_ai: ["Checked the process of a visit", "Asked for a follow-up e-mail"],
  coach_assistant: ["Practised the price conversation", "Asked how to handle an objection"],
};

/** Builds the event that adds a webhook, before the latest analysis. */
export const buildWebhookEvent = (now: number): DemoEvent => ({
  kind: "webhook",
  at: now - WEBHOOK_AGE_MS,
  input: { url: WEBHOOK_URL },
});

/** Builds the events of people who left, and of the other people's latest activity. */
export const buildStaffEvents = (random: Random, now: number): DemoEvent[] =>
  people.flatMap((person): DemoEvent[] => {
    const { email, name, role } = person;
    if (person.leftDaysAgo !== undefined)
      return [
        {
          kind: "user",
          at: computeLeaveTime(person, now),
          input: { email, name, role, active: false },
        },
      ];
    const ago = (hours: number): number => now - random.int(1, hours * 60) * MINUTE_MS;
    const kinds = (["process_ai", "coach_assistant"] as const).filter(() => random.chance(0.7));
    return [
      { kind: "activity", at: ago(8), email, input: { kind: "accessed" } },
      ...kinds.map((kind): DemoEvent => {
        const action = random.pick(activityTexts[kind]);
        return { kind: "activity", at: ago(120), email, input: { kind, action } };
      }),
    ];
  });
