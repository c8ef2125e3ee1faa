import type { DemoActionItem, DemoAnalysis, DemoProcess, DemoUtterance } from "./events.js";
import { type ProjectFacts, fillPlaceholders } from "./project-facts.js";
import { concerns, type Objection } from "./phrases/talk.js";
import {
  notes,
  openings,
  outcomes,
  preparedOutcome,
  promises,
  stageTitles,
} from "./phrases/results.js";
import type { Project, Step } from "./projects.js";
import type { Random } from "./random.js";
import type { DemoTemplate } from "./templates.js";

/** A conversation with its transcript. */
export interface Conversation {
  project: Project;
  step: Step;
  facts: ProjectFacts;
  transcript: DemoUtterance[];
  objections: Objection[];
}

export const buildTitle = ({ project, step }: Pick<Conversation, "project" | "step">): string =>
  `${stageTitles[step.stage]}: ${project.facts["project"]}`;

const buildActionItems = (
  random: Random,
  result: keyof typeof promises,
  facts: ProjectFacts,
  rep: string,
): DemoActionItem[] => {
  const items = (kind: DemoActionItem["kind"], max: number, assignee: string): DemoActionItem[] =>
    random.sample(promises[result][kind], random.int(1, max)).map((text) => ({
      kind,
      text: fillPlaceholders(text, facts),
      assignee,
      completed: random.chance(0.4),
    }));
  return [...items("explicit", 3, rep), ...items("client", 2, facts["client"]!)];
};

const formatSection = (heading: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${heading}`, "", ...lines.map((line) => `- ${line}`), ""] : [];

const sumSpokenMs = (utterances: DemoUtterance[]): number =>
  utterances.reduce((sum, { start, end }) => sum + end - start, 0);

/** Writes coaching in Markdown from the process answers. */
export const buildDemoCoaching = (
  random: Random,
  template: DemoTemplate,
  process: DemoProcess,
  transcript: DemoUtterance[],
): string => {
  const about = (yes: boolean) =>
    template.questions.filter((_, index) => process.answers[index]!.yes === yes);
  const rep = transcript.filter(({ role }) => role === "rep");
  const share = Math.round((100 * sumSpokenMs(rep)) / sumSpokenMs(transcript));
  return [
    ...formatSection(
      "What went well",
      random.sample(about(true), 2).map(({ praise }) => praise),
    ),
    ...formatSection(
      "To try next time",
      random.sample(about(false), 2).map(({ advice }) => advice),
    ),
    `You talked **${share} %** of the time.`,
  ].join("\n");
};

const buildTags = ({ project, step, objections }: Conversation): string[] => [
  project.trade,
  step.stage,
  ...objections.map((objection) => `objection: ${objection}`),
  ...(step.result === "sold" && step.stage !== "checkin" ? ["sold"] : []),
  ...(step.result === "lost" ? ["lost"] : []),
];

/** Builds the analysis of a conversation, without coaching. */
export const buildAnalysis = (
  random: Random,
  conversation: Conversation,
): Omit<DemoAnalysis, "coaching"> => {
  const { project, step, facts, transcript, objections } = conversation;
  const inquiry = step.stage === "inquiry";
  const checkin = step.stage === "checkin";
  const concern = objections.map((objection) => `The main concern was ${concerns[objection]}.`);
  const about = [notes.home, notes.need, ...(inquiry ? [] : [notes.offer])];
  const outcome = checkin ? preparedOutcome : outcomes[step.result];
  const items = checkin
    ? []
    : buildActionItems(random, inquiry ? "inquiry" : step.result, facts, step.rep.name);
  return {
    transcript,
    name: `${buildTitle(conversation)}, ${project.client.name}`,
    summary: [openings[step.stage], ...concern, outcome]
      .map((sentence) => fillPlaceholders(sentence, facts))
      .join(" "),
    notes: [...about, `Result: ${outcome}`].map((line) => fillPlaceholders(line, facts)).join("\n"),
    actionItems: items.length > 0 ? items : null,
    tags: buildTags(conversation),
    closed: step.result === "sold" && !checkin,
    customFields: {
      job: `JOB-${project.number}`,
      stage: step.stage,
      leadSource: facts["source"]!.replace(/^(your|an?|the) /, ""),
      ...(!inquiry && { quote: Number(facts["price"]!.replace(/\D/g, "")) }),
    },
  };
};
