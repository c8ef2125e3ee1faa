import type { Findings } from "./findings.js";

const unique = (lists: string[][]): string[] => [...new Set(lists.flat())];

/** The longest text of a merged analysis. */
const MAX_TEXT_CHARACTERS = 30_000;

/** Joins texts. States how many are left out where the result would be too long. */
const joinTexts = (texts: (string | null)[]): string => {
  const filled = texts.filter((text): text is string => text !== null && text.trim() !== "");
  let count = filled.length;
  for (let length = 0, index = 0; index < filled.length; index += 1) {
    length += filled[index]!.length;
    if (length > MAX_TEXT_CHARACTERS) {
      count = index;
      break;
    }
  }
  const missing = filled.length - count;
  const note =
    missing > 0 ? [`(Too long: ${missing} more parts of the call are left out here.)`] : [];
  return [...filled.slice(0, count), ...note].join("\n\n");
};

/**
 * Merges the findings of a call's parts by rules: texts in order, list items once. A question is answered yes if any
 * part answers it yes.
 */
export const mergeFindings = (parts: readonly Findings[]): Findings => {
  const all = <K extends keyof Findings>(field: K): Findings[K][] =>
    parts.map((part) => part[field]);
  const insights = all("insights");
  const items = new Map(
    all("actionItems")
      .flat()
      .map((item) => [`${item.side} ${item.text}`, item]),
  );
  const answers = new Map<number, NonNullable<Findings["answers"]>[number]>();
  for (const answer of all("answers").flatMap((list) => list ?? []))
    if (!answers.get(answer.question)?.yes) answers.set(answer.question, answer);
  return {
    summary: joinTexts(all("summary")),
    notes: joinTexts(all("notes")),
    actionItems: [...items.values()],
    coaching: joinTexts(all("coaching")) || null,
    tags: unique(all("tags")),
    insights: {
      interests: unique(insights.map(({ interests }) => interests)),
      concerns: unique(insights.map(({ concerns }) => concerns)),
      facts: unique(insights.map(({ facts }) => facts)),
    },
    closed: all("closed").includes(true),
    answers: parts.some((part) => part.answers !== null) ? [...answers.values()] : null,
  };
};
