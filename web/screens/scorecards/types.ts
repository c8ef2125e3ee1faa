import type { ScorecardsQuery } from "./scorecards.graphql.js";

export type Tracker = ScorecardsQuery["trackers"][number];
export type Scorecard = ScorecardsQuery["templates"][number];
export type Kind = Scorecard["questions"][number]["kind"];
export type Team = Pick<ScorecardsQuery["teams"][number], "id" | "name">;
