import { describeAnswer, type ShownAnswer } from "../../lib/answers.js";
import type { AnalysisContentQuery } from "./recording.graphql.js";
import type { Recording } from "./types.js";

type Content = NonNullable<AnalysisContentQuery["analysisContent"]>;

/** The fields shared by an earlier analysis and the current one. */
type Comparable = Pick<
  Content & Recording,
  "name" | "summary" | "notes" | "coaching" | "closed" | "tags"
> & {
  actionItems: readonly { text: string; assignee: string | null }[] | null;
  process: {
    summary: string | null;
    answers: readonly (ShownAnswer & { question: string; answer: string | null })[];
  } | null;
  metrics: Record<"talkRatio" | "talkSpeed" | "questionsAsked", number | null> | null;
};

const formatProcess = (process: Comparable["process"]): string =>
  process === null
    ? ""
    : [
        process.summary ?? "",
        ...process.answers.map(
          (answer) => `${answer.question} ${describeAnswer(answer)} ${answer.answer ?? ""}`,
        ),
      ]
        .join("\n")
        .trim();

const formatMetrics = (metrics: Comparable["metrics"]): string => {
  const { talkRatio = null, talkSpeed = null, questionsAsked = null } = metrics ?? {};
  return [
    talkRatio !== null && `talk share ${Math.round(talkRatio * 100)} %`,
    talkSpeed !== null && `${Math.round(talkSpeed)} words per minute`,
    questionsAsked !== null && `questions: ${questionsAsked}`,
  ]
    .filter(Boolean)
    .join("\n");
};

const formatParts = (content: Comparable): [string, string][] => [
  ["Name", content.name],
  ["Summary", content.summary ?? ""],
  ["Notes", content.notes ?? ""],
  ["Coaching", content.coaching ?? ""],
  ["Deal closed", content.closed ? "yes" : "no"],
  ["Tags", content.tags.join(", ")],
  [
    "Action items",
    (content.actionItems ?? [])
      .map(({ text, assignee }) => (assignee === null ? text : `${text} (${assignee})`))
      .join("\n"),
  ],
  ["Process", formatProcess(content.process)],
  ["Metrics", formatMetrics(content.metrics)],
];

/** Returns the parts of two analyses as texts, side by side. */
export const listAnalysisRows = (
  left: Comparable,
  right: Comparable,
): { title: string; values: [string, string] }[] => {
  const others = formatParts(right);
  return formatParts(left).map(([title, value], index) => ({
    title,
    values: [value, others[index]![1]],
  }));
};
