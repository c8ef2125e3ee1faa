import type { ActionItem, Analysis, Process, Utterance } from "./events.js";
import { type Facts, fill } from "./facts.js";
import { concerns, type Objection } from "./phrases/talk.js";
import { notes, openings, outcomes, prepared, promises, titles } from "./phrases/results.js";
import type { Project, Step } from "./projects.js";
import type { Random } from "./random.js";
import type { DemoTemplate } from "./templates.js";

/** A conversation as it was held. */
export interface Held {
  project: Project;
  step: Step;
  facts: Facts;
  transcript: Utterance[];
  objections: Objection[];
}

export const titleOf = ({ project, step }: Pick<Held, "project" | "step">): string =>
  `${titles[step.stage]}: ${project.facts["project"]}`;

const actionItems = (
  random: Random,
  result: keyof typeof promises,
  facts: Facts,
  rep: string,
): ActionItem[] => {
  const items = (kind: ActionItem["kind"], most: number, assignee: string): ActionItem[] =>
    random.some(promises[result][kind], random.int(1, most)).map((text) => ({
      kind,
      text: fill(text, facts),
      assignee,
      completed: random.chance(0.4),
    }));
  return [...items("explicit", 3, rep), ...items("client", 2, facts["client"]!)];
};

const list = (heading: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${heading}`, "", ...lines.map((line) => `- ${line}`), ""] : [];

const spoken = (utterances: Utterance[]): number =>
  utterances.reduce((sum, { start, end }) => sum + end - start, 0);

/** Markdown, from what the process shows. */
export const coach = (
  random: Random,
  template: DemoTemplate,
  process: Process,
  transcript: Utterance[],
): string => {
  const about = (yes: boolean) =>
    template.questions.filter((_, index) => process.answers[index]!.yes === yes);
  const rep = transcript.filter(({ role }) => role === "rep");
  const share = Math.round((100 * spoken(rep)) / spoken(transcript));
  return [
    ...list(
      "What went well",
      random.some(about(true), 2).map(({ praise }) => praise),
    ),
    ...list(
      "To try next time",
      random.some(about(false), 2).map(({ advice }) => advice),
    ),
    `You talked **${share} %** of the time.`,
  ].join("\n");
};

const tagsOf = ({ project, step, objections }: Held): string[] => [
  project.trade,
  step.stage,
  ...objections.map((objection) => `objection: ${objection}`),
  ...(step.result === "sold" && step.stage !== "checkin" ? ["sold"] : []),
  ...(step.result === "lost" ? ["lost"] : []),
];

/** What the analysis made of the conversation, but for the coaching. */
export const analyse = (random: Random, held: Held): Omit<Analysis, "coaching"> => {
  const { project, step, facts, transcript, objections } = held;
  const inquiry = step.stage === "inquiry";
  const checkin = step.stage === "checkin";
  const concern = objections.map((objection) => `The main concern was ${concerns[objection]}.`);
  const about = [notes.home, notes.need, ...(inquiry ? [] : [notes.offer])];
  const outcome = checkin ? prepared : outcomes[step.result];
  const items = checkin
    ? []
    : actionItems(random, inquiry ? "inquiry" : step.result, facts, step.rep.name);
  return {
    transcript,
    name: `${titleOf(held)}, ${project.client.name}`,
    summary: [openings[step.stage], ...concern, outcome]
      .map((sentence) => fill(sentence, facts))
      .join(" "),
    notes: [...about, `Result: ${outcome}`].map((line) => fill(line, facts)).join("\n"),
    actionItems: items.length > 0 ? items : null,
    tags: tagsOf(held),
    closed: step.result === "sold" && !checkin,
    customFields: {
      job: `JOB-${project.number}`,
      stage: step.stage,
      leadSource: facts["source"]!.replace(/^(your|an?|the) /, ""),
      ...(!inquiry && { quote: Number(facts["price"]!.replace(/\D/g, "")) }),
    },
  };
};
