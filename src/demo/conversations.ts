import { analyse, coach, type Held, titleOf } from "./analysis.js";
import { MINUTE, spoken } from "./calendar.js";
import type { DemoEvent, Process } from "./events.js";
import { firstName, leadOf } from "./people.js";
import { failures } from "./phrases/results.js";
import type { Project, Stage, Step } from "./projects.js";
import type { Random } from "./random.js";
import { writeScript } from "./scripts.js";
import { type DemoTemplate, followed, phoneTemplate, visitTemplate } from "./templates.js";
import { speak } from "./transcripts.js";

const UPLOAD = 20_000;
const START = 2 * MINUTE;
const FAIL = 3 * MINUTE;
const ANALYSIS = 5 * MINUTE;
/** Every so many recordings one cannot be analysed. */
const FAILING = 61;

const sources = {
  inquiry: "dialer",
  visit: "mobile",
  review: "meeting",
  followup: "dialer",
  checkin: "dialer",
} as const;

const templateOf: Partial<Record<Stage, DemoTemplate>> = {
  inquiry: phoneTemplate,
  visit: visitTemplate,
  followup: phoneTemplate,
};

const NEXT: Record<Stage, string> = {
  inquiry: "call you",
  visit: "come out again",
  review: "show you everything in a video call",
  followup: "call you",
  checkin: "call you",
};

/** Holds the conversation of a step; `following` is what it leads to. */
export const hold = (
  random: Random,
  project: Project,
  step: Step,
  following: Step | undefined,
): Held => {
  const facts = {
    ...project.facts,
    rep: firstName(step.rep.name),
    repFull: step.rep.name,
    ...(following && { next: spoken(following.startsAt), nextWhat: NEXT[following.stage] }),
  };
  const { exchanges, objections } = writeScript(random, project.trade, step);
  const speakers = { R: step.rep.name, C: project.client.name, O: project.facts["spouse"]! };
  const transcript = speak(random, exchanges, facts, speakers);
  return { project, step, facts, transcript, objections };
};

export const durationOf = ({ transcript }: Held): number =>
  transcript.reduce((latest, { end }) => Math.max(latest, end), 0) + 1500;

/** When a recording of the conversation has come in. */
export const arrivesAt = (held: Held): number => held.step.startsAt + durationOf(held) + UPLOAD;

const analysed = (random: Random, held: Held, callId: string, at: number): DemoEvent[] => {
  // It is reps who are coached, not those who lead them.
  const template = held.step.rep.role === "rep" ? templateOf[held.step.stage] : undefined;
  const process: Process | null = template ? followed(template, held.transcript) : null;
  const coached = template && process && random.chance(0.85);
  const input = {
    ...analyse(random, held),
    coaching: coached ? coach(random, template, process, held.transcript) : null,
  };
  const events: DemoEvent[] = [{ kind: "analysis", at, callId, input, process }];
  const { rep } = held.step;
  const lead = leadOf(rep.team);
  if (lead !== rep && random.chance(0.25))
    events.push({
      kind: "review",
      at: at + random.int(20, 1800) * MINUTE,
      callId,
      reviewerEmail: lead.email,
      durationMs: random.int(60_000, 900_000),
    });
  return events;
};

/** The call of a conversation, and what becomes of it until `now`. `number` counts the calls. */
export const eventsOf = (
  random: Random,
  held: Held,
  number: number,
  eventId: string | undefined,
  now: number,
): DemoEvent[] => {
  const { project, step } = held;
  const callId = `call-${10_000 + number}`;
  const arrives = arrivesAt(held);
  const call: DemoEvent<"call"> = {
    kind: "call",
    at: arrives,
    input: {
      callId,
      userEmail: step.rep.email,
      startedAt: new Date(step.startsAt).toISOString(),
      duration: durationOf(held),
      name: `${titleOf(held)}, ${project.client.name}`,
      source: sources[step.stage],
      ...(eventId === undefined ? { customer: project.client } : { eventId }),
    },
  };
  const start: DemoEvent = { kind: "start", at: arrives + START, callId };
  if (number % FAILING === FAILING - 1)
    return [
      call,
      start,
      { kind: "fail", at: arrives + FAIL, callId, reason: random.pick(failures) },
    ];
  // An analysis may do without a start; only those under way need to show it.
  const events = analysed(random, held, callId, arrives + ANALYSIS);
  return arrives + ANALYSIS > now ? [call, start] : [call, ...events];
};
