import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { classifyError } from "../../../graph/core/errors.js";
import { describeRefusal } from "../call-sinks/call-sink.js";
import type { DatabaseSink } from "../call-sinks/database-sink.js";
import type { TableRow } from "./call-table.js";
import { buildFields } from "./row-fields.js";
import type { TableFiles } from "./table-files.js";

/** The result of a row: a recording, nothing new, a call that waits for its user, or a refusal with its reason. */
export type RowOutcome =
  | { kind: "imported" | "unchanged" | "waiting" }
  | { kind: "refused"; reason: string };

interface ImportDependencies {
  sink: DatabaseSink;
  files: TableFiles;
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

const importRow = async (
  { sink, files, zone, isCheck, now }: ImportDependencies,
  row: TableRow,
): Promise<RowOutcome> => {
  if (row.refusal !== undefined) return { kind: "refused", reason: row.refusal };
  const fields = await buildFields(row, files, { zone, now: now() });
  const { file } = row.cells;
  const path = file === undefined ? undefined : await files.resolve("file", file);
  await sink.check(fields, path !== undefined);
  if (isCheck) return { kind: "unchanged" };
  const audio =
    path === undefined ? undefined : { name: basename(path), open: () => createReadStream(path) };
  const outcome = await sink.send(fields, audio);
  if (outcome.kind === "ingested") return { kind: "imported" };
  if (outcome.kind === "refused") return refuse(outcome.field, outcome.reason);
  return outcome.kind === "busy" ? { kind: "refused", reason: outcome.reason } : outcome;
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
