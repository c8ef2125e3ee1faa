import type { TrackerRow, TrackerRule } from "../../db/trackers/trackers.js";

/** What a tracker looks for. */
export type Rule = Omit<TrackerRule, "id">;

/** Returns the fields of a tracker that decide what it finds. */
export const pickRule = ({ phrases, concept, saidBy, part, minutes }: TrackerRow): Rule => ({
  phrases,
  concept,
  saidBy,
  part,
  minutes,
});
