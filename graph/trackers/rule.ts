import type { Db } from "../../db/engine/connect.js";
import { loadExamples } from "../../db/trackers/examples.js";
import type { TrackerRow, TrackerRule } from "../../db/trackers/trackers.js";

/** What a tracker looks for. */
export type Rule = Omit<TrackerRule, "id">;

/** Loads what trackers look for, in their order. */
export const loadRules = async (
  db: Db,
  organizationId: string,
  trackers: readonly TrackerRow[],
): Promise<TrackerRule[]> => {
  const ids = trackers.map(({ id }) => id);
  const rows = await loadExamples(db, organizationId, ids);
  return trackers.map((tracker) => {
    const examples = rows
      .filter(({ trackerId }) => trackerId === tracker.id)
      .map(({ text, isCounter, recordingId }) => ({ text, isCounter, recordingId }));
    const { id, phrases, concept, saidBy, part, minutes } = tracker;
    return { id, phrases, concept, saidBy, part, minutes, examples };
  });
};

/** Loads what a tracker looks for. */
export const loadRule = async (
  db: Db,
  organizationId: string,
  tracker: TrackerRow,
): Promise<Rule> => {
  const rules = await loadRules(db, organizationId, [tracker]);
  const { phrases, concept, saidBy, part, minutes, examples } = rules[0]!;
  return { phrases, concept, saidBy, part, minutes, examples };
};

/** Returns whether a tracker looks for a meaning, and not only for phrases. */
export const hasMeaning = ({ concept, examples }: Rule): boolean =>
  concept !== null || examples.some(({ isCounter }) => isCounter === 0);
