import type { Figures } from "./metrics.js";

/** A row: a user, a team, or everybody. */
export interface Group {
  id: string;
  name: string;
  figures: Figures;
}
