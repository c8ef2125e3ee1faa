import type { Db } from "./connect.js";

// What `debrief doctor` asks, over all organizations; the first three of SQLite alone.

const MOST = 10;

/** What SQLite finds wrong with the file, ten at most. */
export const damages = async (db: Db): Promise<string[]> => {
  const rows: { integrity_check: string }[] = await db.raw(`PRAGMA integrity_check(${MOST})`);
  return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
};

/** Whether the damage is only of indexes, which are made anew from their tables. */
export const isOfIndexes = (found: readonly string[]): boolean =>
  found.every((text) =>
    /missing from index|wrong # of entries in index|in index .* order/.test(text),
  );

export const reindex = async (db: Db): Promise<void> => {
  await db.raw("REINDEX");
};

/** Rows whose foreign key refers to nothing. */
export interface Orphans {
  table: string;
  parent: string;
  /** Which of the table's foreign keys, as SQLite numbers them. */
  key: number;
  rows: number;
}

export const orphans = async (db: Db): Promise<Orphans[]> =>
  db.raw(
    `SELECT "table", parent, fkid AS key, count(*) AS rows FROM pragma_foreign_key_check
     GROUP BY "table", parent, fkid ORDER BY 1, 2, 3`,
  );

/** Clears the reference where it may be absent; removes the rows that are nothing without it. */
export const removeOrphans = async (db: Db, { table, parent, key }: Orphans): Promise<void> => {
  const parts: { from: string; to: string | null }[] = await db.raw(
    `SELECT "from", "to" FROM pragma_foreign_key_list('${table}') WHERE id = ${key}`,
  );
  const optional: { name: string }[] = await db.raw(
    `SELECT name FROM pragma_table_info('${table}') WHERE "notnull" = 0 AND pk = 0`,
  );
  const column = parts
    .map(({ from }) => from)
    .find((from) => optional.some(({ name }) => name === from));
  const given = parts.map(({ from }) => `c."${from}" IS NOT NULL`).join(" AND ");
  const matches = parts.map(({ from, to }) => `p."${to ?? from}" = c."${from}"`).join(" AND ");
  const where = `WHERE ${given} AND NOT EXISTS (SELECT 1 FROM ${parent} AS p WHERE ${matches})`;
  if (column === undefined) await db.raw(`DELETE FROM ${table} AS c ${where}`);
  else await db.raw(`UPDATE ${table} AS c SET "${column}" = NULL ${where}`);
};

/** Brings the log into the file and cuts it off; false where a reader is in the way. */
export const truncateLog = async (db: Db): Promise<boolean> => {
  const [row]: { busy: number }[] = await db.raw("PRAGMA wal_checkpoint(TRUNCATE)");
  return row?.busy === 0;
};

/** When the newest row was made, in milliseconds since 1970; 0 where there is none. */
export const newestRow = async (db: Db): Promise<number> => {
  let newest = 0;
  for (const [table, column, unit] of [
    ["clients", "created_at", 1],
    ["appointments", "created_at", 1],
    ["events", "position", 1000],
    ["recordings", "position", 1000],
  ] as const) {
    const row = await db(table).max({ at: column }).first();
    newest = Math.max(newest, Math.floor(Number(row?.["at"] ?? 0) / unit));
  }
  return newest;
};

/** Deliveries that a server would have begun by then, and claims that one would have ended. */
export const overdueDeliveries = async (
  db: Db,
  before: number,
): Promise<{ waiting: number; claimed: number }> => {
  const count = async (column: "created_at" | "lease_until", claimed: boolean): Promise<number> => {
    const pending = db("deliveries").whereRaw("status = 'pending'").where(column, "<", before);
    const found = claimed ? pending.whereNotNull("claimed_by") : pending.whereNull("claimed_by");
    const row = await found.count({ count: "*" }).first();
    return Number(row?.["count"] ?? 0);
  };
  return { waiting: await count("created_at", false), claimed: await count("lease_until", true) };
};
