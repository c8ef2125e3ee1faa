import { scoreOf, talkRatioOf } from "./ratios.js";

const FULL_SCORE = 100;

const buildBound = (
  { part, whole }: ReturnType<typeof scoreOf>,
  comparison: ">=" | "<=",
  factor: number,
): string =>
  `(${whole} > 0 AND ${factor} * CAST(${part} AS DOUBLE PRECISION) ${comparison} CAST(? AS DOUBLE PRECISION) * ${whole})`;

/** Conditions on recordings, each with one number. `alias`: the name of the recordings in the query. */
const numberConditions = {
  minScore: (alias: string) => buildBound(scoreOf(alias), ">=", FULL_SCORE),
  maxScore: (alias: string) => buildBound(scoreOf(alias), "<=", FULL_SCORE),
  minTalkRatio: (alias: string) => buildBound(talkRatioOf(alias), ">=", 1),
  maxTalkRatio: (alias: string) => buildBound(talkRatioOf(alias), "<=", 1),
  /** 1: the deal closed; 0: it didn't, or no one knows. */
  closed: (alias: string) => `coalesce(${alias}.closed, 0) = ?`,
} as const;

/** Filters on a recording's numbers. A score is from 0 to 100, a talk ratio from 0 to 1; both bounds are included. */
export type NumberFilters = { [Name in keyof typeof numberConditions]?: number };

const numberFilters = Object.entries(numberConditions) as [
  keyof NumberFilters,
  (alias: string) => string,
][];

/** Lists the conditions on numbers that a search sets, each with its number. */
export const listNumberConditions = <Value>(
  search: { [Name in keyof NumberFilters]?: Value | undefined },
  alias: string,
): [condition: string, value: Value][] =>
  numberFilters.flatMap(([name, build]) => {
    const value = search[name];
    return value === undefined ? [] : [[build(alias), value] as [string, Value]];
  });
