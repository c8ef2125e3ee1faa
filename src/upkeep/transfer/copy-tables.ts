import { createHash, type Hash } from "node:crypto";
import type { Db } from "../../../db/engine/connect.js";
import { insertAll } from "../../../db/engine/insert-all.js";
import { beginCopy, endCopy, isCopying } from "../../../db/schema/copy-target.js";
import { listMaintenanceMarks } from "../../../db/engine/maintenance.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { fillSearchIndex } from "../../../db/search/rebuild-index.js";
import {
  hasRows,
  instanceTables,
  iterateTablePages,
  type TableRow,
  type TableSpec,
  tables,
} from "../../../db/schema/tables.js";

/** The target holds other rows, or returns a row that differs from the written one. */
export class CopyError extends Error {}

export interface CopiedTable {
  table: string;
  rows: number;
  /** Hex digest of the rows in key order; equal in both databases. */
  sha256: string;
}

const copiedTables: Pick<TableSpec, "name">[] = [
  ...instanceTables,
  ...tables.filter(({ isDerived }) => !isDerived),
];

const digestPages = async (
  pages: AsyncIterable<TableRow[]>,
  onPage: (page: TableRow[]) => Promise<void> = async () => {},
): Promise<{ rows: number; sha256: string }> => {
  const digest: Hash = createHash("sha256");
  let rows = 0;
  for await (const page of pages) {
    for (const row of page) digest.update(`${JSON.stringify(row)}\n`);
    rows += page.length;
    await onPage(page);
  }
  return { rows, sha256: digest.digest("hex") };
};

const verifyTable = async (
  target: Db,
  table: Pick<TableSpec, "name">,
  source: { rows: number; sha256: string },
): Promise<CopiedTable> => {
  const written = await digestPages(iterateTablePages(target, table));
  if (written.rows !== source.rows || written.sha256 !== source.sha256)
    throw new CopyError(
      `${table.name} differs: ${source.rows} rows (${source.sha256}) in the source, ${written.rows} (${written.sha256}) in the target`,
    );
  return { table: table.name, ...source };
};

const compareTables = async (source: Db, target: Db): Promise<CopiedTable[]> => {
  const compared: CopiedTable[] = [];
  try {
    for (const table of copiedTables)
      compared.push(
        await verifyTable(target, table, await digestPages(iterateTablePages(source, table))),
      );
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    throw new CopyError(`the target is not empty and not a copy of the source: ${error.message}`);
  }
  return compared;
};

/** The copy has no mark that an organization is incomplete. @throws CopyError */
const validateImports = async (from: Db): Promise<void> => {
  const [mark] = await listMaintenanceMarks(from, "import");
  if (mark)
    throw new CopyError(
      `the import of organization ${mark.organizationId} was interrupted; run it again, then copy`,
    );
};

/**
 * Copies every row to a database of the same schema, then compares each table's digests. Starts an interrupted copy
 * over; compares a complete one again. Holds the SQLite source's write lock until the end: otherwise the copy would
 * miss changes by a server that starts meanwhile. No other process may use the target.
 * `onProgress` receives the number of rows so far. @throws CopyError
 */
export const copyTables = async (
  source: Db,
  target: Db,
  onProgress: (rows: number) => void = () => {},
): Promise<CopiedTable[]> =>
  source.transaction(async (from) => {
    await validateImports(from);
    if (!(await isCopying(target)) && (await hasRows(target))) return compareTables(from, target);
    await beginCopy(target);
    const copied: CopiedTable[] = [];
    let total = 0;
    for (const table of copiedTables) {
      const read = await digestPages(iterateTablePages(from, table), async (page) => {
        await insertAll(target, table.name, page);
        onProgress((total += page.length));
      });
      copied.push(await verifyTable(target, table, read));
    }
    for (const { id } of await listOrganizations(target)) await fillSearchIndex(target, id);
    await endCopy(target);
    return copied;
  });
