import { createHash, type Hash } from "node:crypto";
import type { Db } from "../../db/connect.js";
import { insertAll } from "../../db/insert.js";
import { beginCopy, endCopy, isCopying } from "../../db/copying.js";
import { allOrganizations } from "../../db/organizations.js";
import { snapshot } from "../../db/read.js";
import { rebuildIndex } from "../../db/search-index.js";
import { hasRows, pagesOf, type Row, type Table, tables } from "../../db/tables.js";

/** The target has what this copy has not put there, or has taken something otherwise. */
export class CopyFailed extends Error {}

export interface CopiedTable {
  table: string;
  rows: number;
  /** Of the rows in the order of their keys, hex; the same in both. */
  sha256: string;
}

const kept = tables.filter(({ derived }) => !derived);

const digest = async (
  pages: AsyncIterable<Row[]>,
  each: (page: Row[]) => Promise<void> = async () => {},
): Promise<{ rows: number; sha256: string }> => {
  const sum: Hash = createHash("sha256");
  let rows = 0;
  for await (const page of pages) {
    for (const row of page) sum.update(`${JSON.stringify(row)}\n`);
    rows += page.length;
    await each(page);
  }
  return { rows, sha256: sum.digest("hex") };
};

const verified = async (
  target: Db,
  table: Table,
  source: { rows: number; sha256: string },
): Promise<CopiedTable> => {
  const there = await digest(pagesOf(target, table));
  if (there.rows !== source.rows || there.sha256 !== source.sha256)
    throw new CopyFailed(
      `${table.name} differs: ${source.rows} rows (${source.sha256}) here, ${there.rows} (${there.sha256}) there`,
    );
  return { table: table.name, ...source };
};

const compared = async (source: Db, target: Db): Promise<CopiedTable[]> => {
  const same: CopiedTable[] = [];
  try {
    for (const table of kept)
      same.push(await verified(target, table, await digest(pagesOf(source, table))));
  } catch (error) {
    if (!(error instanceof CopyFailed)) throw error;
    throw new CopyFailed(`the target is not empty, and not this database: ${error.message}`);
  }
  return same;
};

/**
 * Copies every row of one database to another of the same schema, and compares each table as it was read
 * with what the other gives back. A copy that was interrupted is begun anew; one that is complete is
 * compared again. Nobody else uses the two. @throws CopyFailed
 */
export const copyAll = async (
  source: Db,
  target: Db,
  progress: (rows: number) => void = () => {},
): Promise<CopiedTable[]> =>
  snapshot(source, async (from) => {
    if (!(await isCopying(target)) && (await hasRows(target))) return compared(from, target);
    await beginCopy(target);
    const copied: CopiedTable[] = [];
    let total = 0;
    for (const table of kept) {
      const read = await digest(pagesOf(from, table), async (page) => {
        await insertAll(target, table.name, page);
        progress((total += page.length));
      });
      copied.push(await verified(target, table, read));
    }
    await rebuildIndex(
      target,
      (await allOrganizations(target)).map(({ id }) => id),
    );
    await endCopy(target);
    return copied;
  });
