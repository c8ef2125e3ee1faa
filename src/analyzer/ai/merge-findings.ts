import type { Findings } from "./findings.js";

const unique = (lists: string[][]): string[] => [...new Set(lists.flat())];

/** Of each text of an analysis, in characters. */
const MOST = 30_000;

/** One after the other; where that would be too long, it says how many are missing. */
const joined = (texts: (string | null)[]): string => {
  const said = texts.filter((text): text is string => text !== null && text.trim() !== "");
  let kept = said.length;
  for (let length = 0, index = 0; index < said.length; index += 1) {
    length += said[index]!.length;
    if (length > MOST) {
      kept = index;
      break;
    }
  }
  const missing = said.length - kept;
  const rest =
    missing > 0 ? [`(Too long: ${missing} more parts of the call are left out here.)`] : [];
  return [...said.slice(0, kept), ...rest].join("\n\n");
};

/**
 * What was found in the parts of a call as one, by rule: one after the other, each thing once. A question is
 * answered yes where a part does so.
 */
export const mergeByRule = (parts: readonly Findings[]): Findings => {
  const all = <K extends keyof Findings>(field: K): Findings[K][] => parts.map((one) => one[field]);
  const insights = all("insights");
  const items = new Map(
    all("actionItems")
      .flat()
      .map((item) => [`${item.side} ${item.text}`, item]),
  );
  const answers = new Map<number, NonNullable<Findings["answers"]>[number]>();
  for (const answer of all("answers").flatMap((given) => given ?? []))
    if (!answers.get(answer.question)?.yes) answers.set(answer.question, answer);
  return {
    summary: joined(all("summary")),
    notes: joined(all("notes")),
    actionItems: [...items.values()],
    coaching: joined(all("coaching")) || null,
    tags: unique(all("tags")),
    insights: {
      interests: unique(insights.map(({ interests }) => interests)),
      concerns: unique(insights.map(({ concerns }) => concerns)),
      facts: unique(insights.map(({ facts }) => facts)),
    },
    closed: all("closed").includes(true),
    answers: parts.some((one) => one.answers !== null) ? [...answers.values()] : null,
  };
};
