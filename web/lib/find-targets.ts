import { type FigureName, figureTexts } from "./figure-texts.js";
import type { TargetsQuery } from "./targets.graphql.js";

/** What figures should reach, in their units; absent without a target. */
export type FigureTargets = Partial<Record<FigureName, number>>;

export type TargetTeam = TargetsQuery["teams"][number];

export const targetNames = Object.keys(figureTexts) as FigureName[];

/** Targets that are shares have percents. */
const toFigureUnit = (name: FigureName, value: number): number =>
  name === "closeRate" || name === "talkRatio" ? value / 100 : value;

/**
 * Returns the targets that count for the teams: their own ones before those of the organization. Without teams, those
 * of the organization. What isn't the same for all of the teams is left out.
 */
export const findTargets = (
  { organization }: TargetsQuery,
  teams: readonly TargetTeam[],
): FigureTargets =>
  Object.fromEntries(
    targetNames.flatMap((name) => {
      const forAll = organization?.targets[name] ?? null;
      const values = new Set(
        teams.length === 0 ? [forAll] : teams.map(({ targets }) => targets[name] ?? forAll),
      );
      const [value] = values;
      return value === undefined || value === null || values.size > 1
        ? []
        : [[name, toFigureUnit(name, value)]];
    }),
  );

/** Returns the targets of a rep: those of the first team by name. */
export const findTargetsOfRep = (data: TargetsQuery, email: string): FigureTargets => {
  const team = data.teams.find(({ members }) =>
    members.some((member) => member.email.toLowerCase() === email.toLowerCase()),
  );
  return findTargets(data, team ? [team] : []);
};

/** Multiplies the calls of a rep in a week. */
export const forCalls = ({ calls, ...targets }: FigureTargets, times: number): FigureTargets => ({
  ...targets,
  ...(calls !== undefined && { calls: Math.round(calls * times) }),
});
