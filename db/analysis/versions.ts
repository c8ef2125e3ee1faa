import { MEASURE_COLUMNS } from "../recordings/columns.js";
import type { RecordingRow, StoredRecording } from "../recordings/fields.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { type FoundActionItem, loadActionItems, type StoredActionItem } from "./action-items.js";
import {
  type AnswerRow,
  loadAnswers,
  loadTagsByRecordings,
  NO_VERDICT,
  type Verdict,
} from "./analysis.js";
import { optionalTextNames } from "./optional-texts.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** The oldest versions of a recording are deleted above this number. */
const MAX_VERSIONS = 20;

/** The recording columns that an analysis writes and a restore brings back. */
const RESTORED_COLUMNS = [
  "name",
  "summary",
  ...optionalTextNames,
  "closed",
  "templateId",
  "templateVersion",
  "processSummary",
  "processFollowed",
  "processTotal",
  "processPoints",
  "processMax",
  "actionItemCount",
] as const;

/** The transcript's columns, which a restore leaves unchanged. */
const TRANSCRIPT_COLUMNS = ["duration", ...MEASURE_COLUMNS] as const;

type RestoredColumns = Pick<StoredRecording, (typeof RESTORED_COLUMNS)[number]>;
type MeasureColumns = Pick<StoredRecording, (typeof TRANSCRIPT_COLUMNS)[number]>;

/** Versions of earlier releases have neither id nor isAdded. */
type VersionActionItem = FoundActionItem & Partial<Pick<StoredActionItem, "id" | "isAdded">>;

/** An analysis with its lists, as stored in a version. */
export interface AnalysisContentRow {
  columns: RestoredColumns;
  measures: MeasureColumns;
  actionItems: VersionActionItem[];
  answers: AnswerRow[];
  tags: string[];
}

/** A version without its content. */
export interface AnalysisVersionRow {
  recordingId: string;
  /** Counts from 1 per recording. */
  version: number;
  /** Milliseconds since 1970. */
  replacedAt: number;
  /** JSON array of the fields that a user had written. */
  edited: string;
}

const pick = <Name extends keyof StoredRecording>(
  recording: StoredRecording,
  names: readonly Name[],
): Pick<StoredRecording, Name> =>
  Object.fromEntries(names.map((name) => [name, recording[name]])) as Pick<StoredRecording, Name>;

/** Loads the recording's current analysis. */
export const loadAnalysisContent = async (
  db: Db,
  organizationId: string,
  recording: RecordingRow,
): Promise<AnalysisContentRow> => {
  const ids = [recording.id];
  const actionItems = await loadActionItems(db, organizationId, ids);
  const answers = await loadAnswers(db, organizationId, ids);
  const tags = await loadTagsByRecordings(db, organizationId, ids);
  return {
    columns: pick(recording, RESTORED_COLUMNS),
    measures: pick(recording, TRANSCRIPT_COLUMNS),
    actionItems: actionItems.map(
      ({ id, kind, text, foundText, assignee, completed, due, isAdded }) => ({
        id,
        kind,
        text: foundText ?? text,
        assignee,
        completed,
        due,
        isAdded,
      }),
    ),
    answers: answers.map(({ recordingId: _, ...answer }) => answer),
    tags: tags.map(({ tag }) => tag),
  };
};

/** Stores an analysis as the recording's newest version, and deletes versions above the limit. */
export const insertAnalysisVersion = async (
  trx: Db,
  organizationId: string,
  version: { recordingId: string; replacedAt: number; edited: readonly string[] },
  content: AnalysisContentRow,
): Promise<void> => {
  const key = { organization_id: organizationId, recording_id: version.recordingId };
  const [row] = await trx("analysis_versions").where(key).max({ last: "version" });
  const number = Number(row?.["last"] ?? 0) + 1;
  await trx("analysis_versions").insert({
    ...key,
    version: number,
    replaced_at: version.replacedAt,
    edited: JSON.stringify(version.edited),
    content: JSON.stringify(content),
  });
  await trx("analysis_versions")
    .where(key)
    .where("version", "<=", number - MAX_VERSIONS)
    .delete();
};

const versionColumns = {
  recordingId: "recording_id",
  version: "version",
  replacedAt: "replaced_at",
  edited: "edited",
};

const versionsByRecordings = prepareQuery<IdBatch & { before: number }, AnalysisVersionRow>(
  (db, { organizationId, ids, before }) =>
    db("analysis_versions")
      .select(versionColumns)
      .where("organization_id", organizationId)
      .where(inList(db, "recording_id", ids))
      .modify(withinRecordingScope(db, organizationId, "analysis_versions.recording_id"))
      .where("version", "<", before)
      .orderBy([{ column: "recording_id" }, { column: "version", order: "desc" }]),
);

/** Lists the recordings' versions before a number, newest first. The limit on stored versions bounds the list. */
export const listAnalysisVersions = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<AnalysisVersionRow[]> =>
  versionsByRecordings(db, { organizationId, ids: recordingIds, before });

interface VersionKey {
  organizationId: string;
  recordingId: string;
  version: number;
}

const byVersion = prepareQuery<VersionKey, AnalysisVersionRow & { content: string }>(
  (db, { organizationId, recordingId, version }) =>
    db("analysis_versions")
      .select({ ...versionColumns, content: "content" })
      .where({ organization_id: organizationId, recording_id: recordingId, version })
      .modify(withinRecordingScope(db, organizationId, "analysis_versions.recording_id")),
);

/** What answers and columns in versions of earlier releases don't have. */
const EARLIER_ANSWER: Verdict &
  Pick<AnswerRow, "source" | "kind" | "weight" | "rating" | "isCounted"> = {
  source: null,
  kind: "yesNo",
  weight: 1,
  rating: null,
  isCounted: 1,
  ...NO_VERDICT,
};
const EARLIER_COLUMNS = { templateVersion: null, processPoints: null, processMax: null };

const parseContent = (json: string): AnalysisContentRow => {
  const content = JSON.parse(json) as AnalysisContentRow;
  const answers = content.answers.map((answer) => ({ ...EARLIER_ANSWER, ...answer }));
  const actionItems = content.actionItems.map((item) => ({ ...item, due: item.due ?? null }));
  const columns = { ...EARLIER_COLUMNS, ...content.columns };
  return { ...content, columns, answers, actionItems };
};

/** Returns a version with its content. */
export const findAnalysisVersion = async (
  db: Db,
  organizationId: string,
  recordingId: string,
  version: number,
): Promise<(AnalysisVersionRow & { content: AnalysisContentRow }) | undefined> => {
  const [row] = await byVersion(db, { organizationId, recordingId, version });
  return row && { ...row, content: parseContent(row.content) };
};

/** Returns the answers to these questions that the recording had last, as far as its versions go back. */
export const findEarlierAnswers = async (
  db: Db,
  organizationId: string,
  recordingId: string,
  questionIds: ReadonlySet<string>,
): Promise<AnswerRow[]> => {
  if (questionIds.size === 0) return [];
  const found = new Map<string, AnswerRow>();
  for (const { version } of await listAnalysisVersions(db, organizationId, [recordingId])) {
    if (found.size === questionIds.size) break;
    const earlier = await findAnalysisVersion(db, organizationId, recordingId, version);
    for (const answer of earlier?.content.answers ?? [])
      if (questionIds.has(answer.questionId) && !found.has(answer.questionId))
        found.set(answer.questionId, answer);
  }
  return [...found.values()];
};

/** Removes an action item from the versions of a recording, so that a restore doesn't bring it back. */
export const forgetActionItem = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  itemId: string,
): Promise<void> => {
  const key = { organization_id: organizationId, recording_id: recordingId };
  const rows = (await trx("analysis_versions").where(key).select("version", "content")) as {
    version: number;
    content: string;
  }[];
  for (const { version, content } of rows) {
    const { actionItems, ...others } = parseContent(content);
    const kept = actionItems.filter(({ id }) => id !== itemId);
    if (kept.length === actionItems.length) continue;
    const changed = JSON.stringify({ ...others, actionItems: kept });
    await trx("analysis_versions")
      .where({ ...key, version })
      .update({ content: changed });
  }
};

/** Deletes all versions of these recordings. */
export const deleteAnalysisVersions = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  await trx("analysis_versions")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", recordingIds))
    .delete();
};
