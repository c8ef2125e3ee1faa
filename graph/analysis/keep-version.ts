import { isDeepStrictEqual } from "node:util";
import type { AnswerRow } from "../../db/analysis/analysis.js";
import { findEditedFields, replaceEditedFields } from "../../db/analysis/edits.js";
import { optionalTextNames } from "../../db/analysis/optional-texts.js";
import {
  type AnalysisContentRow,
  insertAnalysisVersion,
  loadAnalysisContent,
} from "../../db/analysis/versions.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { requireRecording } from "../recordings/recording.js";

/** Leaves out what makes no other analysis: the template's version, the points of earlier scores, the order of tags. */
const toComparable = ({ columns, tags, ...others }: AnalysisContentRow): object => ({
  ...others,
  tags: tags.toSorted(),
  columns: { ...columns, templateVersion: null, processPoints: null, processMax: null },
});

/** Leaves out of an answer what the template says: a person writes the rest. */
const toWritten = (answer: AnswerRow): object => ({
  ...answer,
  kind: null,
  weight: null,
  isCounted: null,
});

/** The parts of an analysis that a user can write, by the names of the fields in the schema. */
const listParts = ({ columns, actionItems, answers, tags }: AnalysisContentRow) => ({
  name: columns.name,
  summary: columns.summary ?? "",
  ...Object.fromEntries(optionalTextNames.map((text) => [text, columns[text] ?? ""])),
  closed: columns.closed,
  tags: tags.toSorted(),
  actionItems,
  process: [columns.processSummary ?? "", answers.map(toWritten)],
});

const listChangedParts = (before: AnalysisContentRow, after: AnalysisContentRow): string[] => {
  const previous = Object.values(listParts(before));
  return Object.entries(listParts(after)).flatMap(([name, value], index) =>
    JSON.stringify(value) === JSON.stringify(previous[index]) ? [] : [name],
  );
};

/**
 * Returns whether the caller's change counts as written by a person. A token's first result comes from a worker; its
 * later changes are edits. The server's own analyzers have no credential.
 */
const isEdit = ({ actor }: Context, { processedAt }: RecordingRow): boolean => {
  const { kind } = actor();
  return kind === "admin" || (kind === "internal_token" && processedAt !== null);
};

/**
 * Runs a change to the recording's analysis, stores the previous analysis as a version, and records which fields a
 * person wrote. A change without effect stores no version. `restoredFields`: the edited fields of a version that the
 * change restores.
 */
export const withVersionKept = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
  change: () => Promise<void>,
  restoredFields?: readonly string[],
): Promise<void> => {
  const { organizationId } = context;
  const { id, processedAt } = recording;
  const isEdited = isEdit(context, recording);
  if (processedAt === null && !isEdited) return change();
  const before = await loadAnalysisContent(trx, organizationId, recording);
  const edited = processedAt === null ? [] : await findEditedFields(trx, organizationId, id);
  await change();
  const written = await requireRecording(trx, organizationId, id);
  const after = await loadAnalysisContent(trx, organizationId, written);
  const changed = listChangedParts(before, after);
  if (processedAt !== null && !isDeepStrictEqual(toComparable(before), toComparable(after))) {
    const version = { recordingId: id, replacedAt: context.now(), edited };
    await insertAnalysisVersion(trx, organizationId, version, before);
  }
  const fields = restoredFields ?? (isEdited ? [...new Set([...edited, ...changed])] : []);
  await replaceEditedFields(trx, organizationId, id, fields);
};
