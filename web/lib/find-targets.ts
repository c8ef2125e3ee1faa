import { type FigureName, figureTexts } from "./figure-texts.js";
import type { PeopleTargetsQuery, TeamTargetsQuery } from "./targets.graphql.js";

/** What figures should reach, in their units; absent without a target. */
export type FigureTargets = Partial<Record<FigureName, number>>;

export type TargetTeam = TeamTargetsQuery["teams"][number];
type Values = TargetTeam["targets"];

export const targetNames = Object.keys(figureTexts) as FigureName[];

/** Targets that are shares have percents. */
const toFigureUnit = (name: FigureName, value: number): number =>
  name === "closeRate" || name === "talkRatio" ? value / 100 : value;

/** Builds targets from those of several people or teams: what isn't the same for all is left out. */
const combine = (all: readonly ((name: FigureName) => number | null)[]): FigureTargets =>
  Object.fromEntries(
    targetNames.flatMap((name) => {
      const values = new Set(all.map((valueOf) => valueOf(name)));
      const [value] = values;
      return value === undefined || value === null || values.size > 1
        ? []
        : [[name, toFigureUnit(name, value)]];
    }),
  );

/** Returns the targets of teams; without teams, those of the organization. */
export const findTargetsOfTeams = (
  { organization }: TeamTargetsQuery,
  teams: readonly TargetTeam[],
): FigureTargets => {
  const forAll = organization?.targets;
  return combine(
    (teams.length === 0 ? [forAll] : teams.map(({ targets }) => targets)).map(
      (targets) => (name) => targets?.[name] ?? forAll?.[name] ?? null,
    ),
  );
};

/** Returns the targets of people, over a time of some weeks. Their calls count together. */
export const findTargetsOfPeople = (
  { organization, users }: PeopleTargetsQuery,
  emails: readonly string[],
  weeks: number,
): FigureTargets => {
  const byEmail = new Map(users.map(({ email, targets }) => [email.toLowerCase(), targets]));
  // Statistics also have deactivated users.
  const all = emails.map(
    (email): Values | undefined => byEmail.get(email.toLowerCase()) ?? organization?.targets,
  );
  const targets = combine(all.map((values) => (name) => values?.[name] ?? null));
  const calls = all.flatMap((values) => values?.calls ?? []);
  if (calls.length === 0 || calls.length < all.length) delete targets.calls;
  else targets.calls = Math.round(weeks * calls.reduce((sum, value) => sum + value, 0));
  return targets;
};
