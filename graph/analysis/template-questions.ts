import { isDeepStrictEqual } from "node:util";
import { WEIGHT_RANGE } from "../../db/analysis/questions.js";
import { loadQuestions, type QuestionRow } from "../../db/analysis/templates.js";
import type { Db } from "../../db/engine/connect.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { invalidField } from "../core/errors.js";
import { validateRange } from "./questions.js";
import type { TemplateInput } from "./template-input.js";

/**
 * Resolves the questions; new ones have no id yet. What is absent stays as it is. @throws INVALID_FIELD for the id of
 * no question, or of no tracker
 */
export const resolveQuestions = async (
  trx: Db,
  organizationId: string,
  input: TemplateInput,
): Promise<(Omit<QuestionRow, "id" | "templateId"> & { id: string | undefined })[]> => {
  const current = input.id ? await loadQuestions(trx, organizationId, [input.id]) : [];
  const unused = new Map(current.map((question) => [question.id, question]));
  const sentIds = input.questions.flatMap(({ trackerId }) => trackerId ?? []);
  const trackers = await loadTrackersByIds(trx, organizationId, [...new Set(sentIds)]);
  const trackerIds = new Set(trackers.map(({ id }) => id));
  return input.questions.map(({ id, question, trackerId, ...sent }, index) => {
    const field = `questions.${index}`;
    if (question.trim() === "") throw invalidField(`${field}.question`, "must not be empty");
    const before = typeof id === "string" ? unused.get(id) : undefined;
    if (typeof id === "string" && !unused.delete(id))
      throw invalidField(`${field}.id`, "must be a unique question of this template");
    const kind = (sent.kind === undefined ? before?.kind : sent.kind) ?? "yesNo";
    const weight = (sent.weight === undefined ? before?.weight : sent.weight) ?? 1;
    validateRange(`${field}.weight`, weight, WEIGHT_RANGE);
    if (typeof trackerId === "string") {
      if (!trackerIds.has(trackerId))
        throw invalidField(`${field}.trackerId`, "is not the id of a tracker");
      if (kind === "rating")
        throw invalidField(
          `${field}.trackerId`,
          "requires a question of kind yesNo: a tracker doesn't rate",
        );
    }
    const kept = trackerId === undefined ? (before?.trackerId ?? null) : trackerId;
    return { id: before?.id, question, kind, weight, trackerId: kind === "rating" ? null : kept };
  });
};

type SavedQuestion = Omit<QuestionRow, "templateId">;

/** Returns whether nothing changed, the order included. */
export const hasSameQuestions = (
  before: readonly SavedQuestion[],
  after: readonly SavedQuestion[],
): boolean =>
  before.length === after.length &&
  before.every(({ id, question, trackerId, kind, weight }, index) =>
    isDeepStrictEqual({ id, question, trackerId, kind, weight }, after[index]),
  );
