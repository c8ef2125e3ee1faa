import type { Knex } from "knex";
import { dialect } from "./database.js";

const listTableNames = async (db: Knex): Promise<string[]> =>
  dialect === "postgres"
    ? db("pg_tables").where("schemaname", "public").pluck("tablename")
    : db("sqlite_master")
        .where("type", "table")
        .whereNot("name", "like", "sqlite_%")
        // FTS5's tables contain words of all organizations.
        .whereNot("name", "like", "search_index%")
        .pluck("name");

/**
 * Loads all rows of an organization by table, to show that a refused change left them unchanged.
 */
export const loadRowsByTable = async (
  db: Knex,
  organizationId: string,
): Promise<Record<string, string[]>> => {
  const rows: Record<string, string[]> = {};
  for (const table of (await listTableNames(db)).toSorted()) {
    const all: Record<string, unknown>[] = await db(table).select("*");
    rows[table] = all
      .filter((row) => (row["organization_id"] ?? row["id"]) === organizationId)
      .map((row) => JSON.stringify(row))
      .toSorted();
  }
  return rows;
};
