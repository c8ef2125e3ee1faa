import { findTranscriptEnd } from "../../db/recordings/transcript.js";
import { buildCustomFields, buildTitle } from "./call-fields.js";
import { MINUTE_MS, formatSpokenTime } from "./calendar.js";
import type { DemoAudio, DemoEvent, DemoLine } from "./events.js";
import { firstNameOf, findLead } from "./people.js";
import { failureReasons } from "./phrases/results.js";
import type { Project, Stage, Step } from "./projects.js";
import type { Random } from "./random.js";
import { writeScript } from "./scripts.js";
import { sampleFacts } from "./sample-facts.js";
import { buildTranscript } from "./transcripts.js";

const UPLOAD_DELAY_MS = 20_000;
const START_DELAY_MS = 2 * MINUTE_MS;
const FAIL_DELAY_MS = 3 * MINUTE_MS;
const ANALYSIS_DELAY_MS = 5 * MINUTE_MS;
/** One of this many recordings fails its analysis. */
const FAILURE_INTERVAL = 61;

const sourceByStage = {
  inquiry: "dialer",
  visit: "mobile",
  review: "meeting",
  followup: "dialer",
  checkin: "dialer",
} as const;

/** A conversation of a customer's project. */
export interface Conversation {
  project: Project;
  step: Step;
  lines: DemoLine[];
  /** Absent for most: their calls have no audio. */
  audio?: DemoAudio;
}

const NEXT_STEPS: Record<Stage, string> = {
  inquiry: "call you",
  visit: "come out again",
  review: "show you everything in a video call",
  followup: "call you",
  checkin: "call you",
};

/** Creates the conversation of a step; `following` is the next step. */
export const createConversation = (
  random: Random,
  project: Project,
  step: Step,
  following: Step | undefined,
): Conversation => {
  const facts = {
    ...project.facts,
    rep: firstNameOf(step.rep.name),
    repFull: step.rep.name,
    ...(following && {
      next: formatSpokenTime(following.startsAt),
      nextWhat: NEXT_STEPS[following.stage],
    }),
  };
  const script = writeScript(random, project.trade, step);
  const speakers = { R: step.rep.name, C: project.client.name, O: project.facts["spouse"]! };
  const sample = sampleFacts[project.trade];
  return { project, step, lines: buildTranscript(random, script, { facts, sample }, speakers) };
};

const computeDuration = ({ lines, audio }: Conversation): number =>
  audio?.durationMs ?? findTranscriptEnd(lines) + 1500;

/** Returns when the conversation's recording arrives. */
export const computeArrival = (conversation: Conversation): number =>
  conversation.step.startsAt + computeDuration(conversation) + UPLOAD_DELAY_MS;

const buildAnalysisEvents = (
  random: Random,
  conversation: Conversation,
  callId: string,
  at: number,
): DemoEvent[] => {
  const { project, step, lines } = conversation;
  const { rep } = step;
  const events: DemoEvent[] = [
    {
      kind: "analysis",
      at,
      callId,
      source: sourceByStage[step.stage],
      conversation: {
        lines,
        userName: rep.name,
        clientName: project.client.name,
        startedAt: step.startsAt,
      },
      customFields: buildCustomFields(project, step),
    },
  ];
  const lead = findLead(rep.team);
  if (lead !== rep && random.chance(0.25))
    events.push({
      kind: "review",
      at: at + random.int(20, 1800) * MINUTE_MS,
      callId,
      reviewerEmail: lead.email,
      durationMs: random.int(60_000, 900_000),
    });
  return events;
};

/** Builds the events of a conversation's call up to `now`. `number` counts the calls. */
export const buildCallEvents = (
  random: Random,
  conversation: Conversation,
  number: number,
  eventId: string | undefined,
  now: number,
): DemoEvent[] => {
  const { project, step, audio } = conversation;
  const callId = `call-${10_000 + number}`;
  const arrives = computeArrival(conversation);
  const call: DemoEvent<"call"> = {
    kind: "call",
    at: arrives,
    input: {
      callId,
      userEmail: step.rep.email,
      startedAt: new Date(step.startsAt).toISOString(),
      duration: computeDuration(conversation),
      name: `${buildTitle(conversation)}, ${project.client.name}`,
      source: sourceByStage[step.stage],
      ...(eventId === undefined ? { customer: project.client } : { eventId }),
    },
    ...(audio && { audio }),
  };
  const start: DemoEvent = { kind: "start", at: arrives + START_DELAY_MS, callId };
  // What can be heard can be read.
  if (!audio && number % FAILURE_INTERVAL === FAILURE_INTERVAL - 1)
    return [
      call,
      start,
      { kind: "fail", at: arrives + FAIL_DELAY_MS, callId, reason: random.pick(failureReasons) },
    ];
  // completeAnalysis needs no startAnalysis; only a running analysis has one.
  const events = buildAnalysisEvents(random, conversation, callId, arrives + ANALYSIS_DELAY_MS);
  return arrives + ANALYSIS_DELAY_MS > now ? [call, start] : [call, ...events];
};
