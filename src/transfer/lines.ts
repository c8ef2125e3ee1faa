import type { Row } from "../../db/tables.js";
import { FORMAT, type Foot, type Head, type Line, schemaNames } from "./export.js";

/** What is imported is not a whole export that this program can take. */
export class BadImport extends Error {}

/** @throws BadImport always */
export const refuse = (line: number, why: string): never => {
  throw new BadImport(`line ${line}: ${why}`);
};

type Parsed = Partial<Head & Line & Foot>;

/** A line as JSON. @throws BadImport */
export const parseLine = (text: string, line: number): Parsed => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Told below.
  }
  return refuse(line, "is not JSON; the file is cut or damaged");
};

/** The first line. @throws BadImport */
export const headOf = ({ format, schema, organization, version, ...more }: Parsed): Head => {
  if (format !== FORMAT || typeof organization?.id !== "string" || !Array.isArray(schema))
    return refuse(1, "is not the beginning of an export of debrief");
  if (JSON.stringify(schema) !== JSON.stringify(schemaNames()))
    refuse(
      1,
      `has another schema, of debrief ${String(version)}; export with the version that imports`,
    );
  return { format, schema, organization, version, ...more } as Head;
};

/** The row with exactly these columns, in this order. @throws BadImport */
export const rowOf = (value: unknown, columns: readonly string[], line: number): Row => {
  const given = (value ?? {}) as Row;
  const row: Row = {};
  for (const column of columns) {
    const cell = given[column];
    if (cell !== null && typeof cell !== "string" && !Number.isSafeInteger(cell))
      return refuse(line, `has no proper "${column}"`);
    row[column] = cell as string | number | null;
  }
  return row;
};
