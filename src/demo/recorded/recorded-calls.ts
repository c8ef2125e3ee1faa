import { createHash } from "node:crypto";
import { Calendar, DAY_MS } from "../calendar.js";
import { type Conversation, createConversation } from "../conversations.js";
import type { DemoCustomer, DemoLine } from "../events.js";
import { firstNameOf, type TradeName } from "../people.js";
import type { StepResult } from "../phrases/talk.js";
import { createProject, type Stage } from "../projects.js";
import { createRandom, type Random } from "../random.js";
import { recordedClients } from "./recorded-clients.js";

/** A call that has audio. The times of its project are near `REFERENCE_MS`. */
export interface RecordedCall {
  /** The name of its audio file, without the extension. */
  name: string;
  /** Its lines don't have the times in the audio yet. */
  conversation: Conversation;
}

/** The step that has audio, and its customer. */
interface Wanted {
  name: string;
  client: DemoCustomer;
  trade: TradeName;
  stage: Stage;
  result: StepResult;
}

const want = (
  client: DemoCustomer,
  trade: TradeName,
  stage: Stage,
  result: StepResult,
): Wanted => ({
  name: `${stage}-${firstNameOf(client.name).toLowerCase()}`,
  client,
  trade,
  stage,
  result,
});

const { carol, frank, gregory, holly, joyce, paula, raymond, steven, teresa, walter } =
  recordedClients;
const WANTED = [
  want(carol, "roofing", "visit", "sold"),
  want(steven, "windows", "visit", "next"),
  want(joyce, "roofing", "visit", "next"),
  want(frank, "windows", "review", "sold"),
  want(holly, "roofing", "review", "next"),
  want(gregory, "windows", "followup", "sold"),
  want(teresa, "roofing", "followup", "lost"),
  want(walter, "windows", "followup", "open"),
  want(paula, "roofing", "inquiry", "next"),
  want(raymond, "windows", "inquiry", "next"),
];

const SEED = 4833;
/** A Monday. The texts name weekdays and times, which don't depend on when the demo starts. */
const REFERENCE_MS = Date.parse("2026-03-02T12:00:00.000Z");
const FIRST_PROJECT_NUMBER = 1901;
const SATURDAY = 6;

// The organization's working hours are on the same day in UTC.
const isSaturday = (time: number): boolean => new Date(time).getUTCDay() === SATURDAY;

/** Creates projects until one has the wanted step, on a weekday. */
const createRecordedCall = (
  random: Random,
  calendar: Calendar,
  number: number,
  { name, client, trade, stage, result }: Wanted,
): RecordedCall => {
  for (;;) {
    const from = REFERENCE_MS + random.int(0, 13) * DAY_MS;
    // A story that ended at `from` has no calls of people who have left.
    const project = createProject(random, calendar, { number, client, trade }, from, from);
    const step = project.steps.find(
      (candidate) =>
        candidate.stage === stage && candidate.result === result && !candidate.isMissed,
    );
    if (!step || isSaturday(step.startsAt)) continue;
    const following = project.steps[project.steps.indexOf(step) + 1];
    return { name, conversation: createConversation(random, project, step, following) };
  }
};

/** Creates the calls that have audio; always the same. */
export const createRecordedCalls = (): RecordedCall[] => {
  const random = createRandom(SEED);
  const calendar = new Calendar(random);
  return WANTED.map((wanted, index) =>
    createRecordedCall(random, calendar, FIRST_PROJECT_NUMBER + index, wanted),
  );
};

/** Returns the hash of what is said, and by whom. */
export const hashLines = (lines: readonly DemoLine[]): string =>
  createHash("sha256")
    .update(JSON.stringify(lines.map(({ speaker, role, text }) => [speaker, role, text])))
    .digest("hex");
