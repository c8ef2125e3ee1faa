import { recordingFields, type ShownBy, type StoredRecording } from "./fields.js";

const fields = Object.entries(recordingFields);

const selectWhere = (
  isSelected: (field: (typeof fields)[number][1]) => boolean,
): Record<string, string> =>
  Object.fromEntries(
    fields.filter(([, field]) => isSelected(field)).map(([name, { sql }]) => [name, sql]),
  );

/** Returns the fields in a /v1 response, in order. A single recording also contains the list's fields. */
export const listShownFields = (by: ShownBy): string[] =>
  fields.filter(([, { shownBy }]) => shownBy === "list" || shownBy === by).map(([name]) => name);

/** The columns of the table, keyed by field. */
export const columnNames = Object.fromEntries(
  fields.flatMap(([name, { from, sql }]) =>
    from === "column" ? [[name, sql.slice("r.".length)]] : [],
  ),
) as Record<keyof StoredRecording, string>;

/** All fields of a row: SQL keyed by field, as in the maps below. */
export const rowColumns = selectWhere(({ from }) => from === "column" || from === "expression");

/** The fields of a /v1 list. */
export const listColumns = {
  ...selectWhere(({ shownBy, from }) => shownBy === "list" && from !== "resolver"),
  // Cursors contain it.
  position: recordingFields.position.sql,
};

export const joinedColumns = selectWhere(({ from }) => from === "join");

/** The measures of a transcript, from which the metrics are computed. */
export const MEASURE_COLUMNS = [
  "talkMs",
  "spokenMs",
  "repWords",
  "conversationSwitches",
  "questionsAsked",
  "waitedMs",
  "waitedCount",
] as const;

/** The fields that resolvers of a single recording read: who may see it, action items, process and metrics. */
const RESOLVER_SOURCES = [
  "refusal",
  "actionItemCount",
  "templateId",
  "templateVersion",
  "processSummary",
  "processFollowed",
  "processTotal",
  "processPoints",
  "processMax",
  ...MEASURE_COLUMNS,
] as const satisfies (keyof StoredRecording)[];

/** The fields of a single /v1 recording. */
export const detailColumns = {
  ...selectWhere(({ shownBy, from }) => shownBy !== undefined && from !== "resolver"),
  ...Object.fromEntries(RESOLVER_SOURCES.map((name) => [name, recordingFields[name].sql])),
};
