import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { classifyError } from "../../../graph/core/errors.js";
import { describeRefusal } from "../call-sinks/call-sink.js";
import type { DatabaseSink } from "../call-sinks/database-sink.js";
import { describeNotices } from "../../../graph/recordings/describe-notices.js";
import type { TableRow } from "./call-table.js";
import type { RepeatedRows } from "./repeated-rows.js";
import { describeRounded, findRoundedUser, isRounded, listRounded } from "./rounded-numbers.js";
import { buildFields } from "./row-fields.js";
import type { TableFiles } from "./table-files.js";

/** The result of a row. `notes`: what was repaired, left out or rounded in a row that is imported. */
export type RowOutcome =
  | { kind: "imported" | "unchanged" | "waiting"; notes?: string[] }
  /** The row adds nothing to the call of another row. */
  | { kind: "left_out"; reason: string }
  | { kind: "refused"; reason: string };

interface ImportDependencies {
  sink: DatabaseSink;
  files: TableFiles;
  repeated: RepeatedRows;
  /** The zone of local times. */
  zone: string | undefined;
  /** Whether rows are only validated. */
  isCheck: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Returns a refusal that names the table's column. */
const refuse = (field: string | undefined, reason: string): RowOutcome => ({
  kind: "refused",
  reason: describeRefusal(field?.replace(/^customer\./, "customer_"), reason),
});

/** Refuses a rounded id that another table's call has: it would replace that call. */
const findTakenId = async (
  sink: DatabaseSink,
  { cells }: TableRow,
  startedAt: string | undefined,
): Promise<string | undefined> => {
  const { call_id: callId } = cells;
  if (callId === undefined || !isRounded(callId)) return undefined;
  const existing = await sink.findStart(callId);
  return existing === undefined || existing === Date.parse(startedAt ?? "")
    ? undefined
    : `another call has the same id; ${describeRounded("call_id", callId)}`;
};

const importRow = async (
  { sink, files, repeated, zone, isCheck, now }: ImportDependencies,
  row: TableRow,
): Promise<RowOutcome> => {
  const refusal = row.refusal ?? findRoundedUser(row);
  if (refusal !== undefined) return { kind: "refused", reason: refusal };
  const repetition = repeated.find(row);
  if (repetition) return repetition;
  const fields = await buildFields(row, files, { zone, now: now() });
  const taken = await findTakenId(sink, row, fields["started_at"]);
  if (taken !== undefined) return { kind: "refused", reason: taken };
  const { file } = row.cells;
  const path = file === undefined ? undefined : await files.resolve("file", file);
  const checked = await sink.check(fields, path !== undefined);
  const repaired = describeNotices(checked);
  // Its lines are those of the transcript; the report's line is that of the table.
  const notes = [...listRounded(row), ...(repaired === null ? [] : [`transcript: ${repaired}`])];
  const noted = notes.length > 0 ? { notes } : {};
  if (isCheck) return { kind: "unchanged", ...noted };
  const audio =
    path === undefined ? undefined : { name: basename(path), open: () => createReadStream(path) };
  const outcome = await sink.send(fields, audio);
  if (outcome.kind === "ingested") return { kind: "imported", ...noted };
  if (outcome.kind === "refused") return refuse(outcome.field, outcome.reason);
  if (outcome.kind === "busy") return { kind: "refused", reason: outcome.reason };
  return outcome.kind === "waiting" ? { ...outcome, ...noted } : outcome;
};

/**
 * Creates the function that imports a row. Importing a row again creates no duplicate. Throws errors that don't concern
 * the row.
 */
export const createRowImport =
  (parts: ImportDependencies): ((row: TableRow) => Promise<RowOutcome>) =>
  async (row) => {
    try {
      return await importRow(parts, row);
    } catch (error) {
      const { failure, unexpected } = classifyError(error);
      if (unexpected) throw error;
      return refuse(failure.field, failure.reason);
    }
  };
