import { scoreOf, talkRatioOf } from "./ratios.js";

/** A number of a recording, as SQL that is never null: recordings without it come last. */
interface RecordingSort {
  key: string;
  direction: "asc" | "desc";
}

/** Integers: both databases compare and bind them exactly. */
const PARTS = 1_000_000;

const buildRatio = ({ part, whole }: ReturnType<typeof scoreOf>): string =>
  `CAST(${part} AS BIGINT) * ${PARTS} / nullif(${whole}, 0)`;

const buildSorts = (expression: string): [highest: RecordingSort, lowest: RecordingSort] => [
  { key: `coalesce(${expression}, -1)`, direction: "desc" },
  { key: `coalesce(${expression}, ${PARTS + 1})`, direction: "asc" },
];

const [highestScore, lowestScore] = buildSorts(buildRatio(scoreOf("r")));
const [highestTalkRatio, lowestTalkRatio] = buildSorts(buildRatio(talkRatioOf("r")));

/** The orders of a list of recordings by a number instead of by time. Equal ones are newest first. */
export const recordingSorts = {
  highestScore,
  lowestScore,
  highestTalkRatio,
  lowestTalkRatio,
  longest: { key: "r.duration", direction: "desc" },
  shortest: { key: "r.duration", direction: "asc" },
} as const satisfies Record<string, RecordingSort>;

export type RecordingSortName = keyof typeof recordingSorts;
