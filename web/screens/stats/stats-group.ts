import type { StatsFigures } from "./metrics.js";

/** A row of the statistics: a user, a team, or all users. */
export interface StatsGroup {
  id: string;
  name: string;
  figures: StatsFigures;
}
