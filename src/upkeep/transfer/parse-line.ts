import type { TableRow } from "../../../db/schema/tables.js";
import {
  EXPORT_FORMAT,
  type ExportFooter,
  type ExportHeader,
  type ExportLine,
  listMigrationNames,
} from "./export-lines.js";
import { isMediaDirectory, isMediaFile } from "../../media/media-names.js";

/** The input is not a complete export that this version can import. */
export class ImportError extends Error {}

/** Rejects a line. @throws ImportError always */
export const rejectLine = (line: number, reason: string): never => {
  throw new ImportError(`line ${line}: ${reason}`);
};

type ParsedLine = Partial<ExportHeader & ExportLine & ExportFooter>;

/** Parses a line as JSON. @throws ImportError */
export const parseLine = (text: string, line: number): ParsedLine => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Rejected below.
  }
  return rejectLine(line, "isn't a JSON object; the file is cut or damaged");
};

/** Validates text that becomes part of a path, or leaves it out. @throws ImportError */
export const validatePaths = (table: string, row: TableRow, line: number): void => {
  if (table === "media" && !isMediaFile(String(row["file"])))
    rejectLine(line, 'has an invalid "file"');
  // It is cut again, also if the export came without media files.
  if (table === "clips" && row["file"] !== null)
    Object.assign(row, { file: null, bytes: null, cut_after: 0 });
};

/** Validates the first line. @throws ImportError */
export const parseHeader = ({
  format,
  schema,
  organization,
  version,
  ...rest
}: ParsedLine): ExportHeader => {
  if (format !== EXPORT_FORMAT || typeof organization?.id !== "string" || !Array.isArray(schema))
    return rejectLine(1, "isn't the header of a debrief export");
  if (!isMediaDirectory(organization.id))
    rejectLine(1, "has an invalid organization id: letters, digits, _ and - only, at most 64");
  if (JSON.stringify(schema) !== JSON.stringify(listMigrationNames()))
    rejectLine(
      1,
      `has another schema, of debrief ${String(version)}; export and import with the same version`,
    );
  return { format, schema, organization, version, ...rest } as ExportHeader;
};

/** Picks exactly these columns, in this order. @throws ImportError */
export const parseRow = (value: unknown, columns: readonly string[], line: number): TableRow => {
  const cells = (value ?? {}) as TableRow;
  const row: TableRow = {};
  for (const column of columns) {
    const cell = cells[column];
    if (cell !== null && typeof cell !== "string" && !Number.isSafeInteger(cell))
      return rejectLine(line, `has a missing or invalid "${column}"`);
    row[column] = cell as string | number | null;
  }
  return row;
};
