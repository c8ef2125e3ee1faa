import type { Knex } from "knex";
import { dialect } from "./database.js";

interface ColumnInfo {
  name: string;
  integer: boolean;
  required: boolean;
}

interface ForeignKey {
  columns: string[];
  parent: string;
  parentColumns: string[];
}

export interface TableInfo {
  name: string;
  columns: ColumnInfo[];
  primaryKey: string[];
  references: ForeignKey[];
}

type Row = Record<string, string | number | string[] | null>;

const describeSqliteTable = async (db: Knex, name: string): Promise<TableInfo> => {
  const columns: Row[] = await db.raw(`PRAGMA table_info(${name})`);
  const keys: Row[] = await db.raw(`PRAGMA foreign_key_list(${name})`);
  const references = [...Map.groupBy(keys, (key) => key["id"]).values()].map((parts) => {
    const ordered = parts.toSorted((a, b) => Number(a["seq"]) - Number(b["seq"]));
    return {
      columns: ordered.map((part) => String(part["from"])),
      parent: String(parts[0]!["table"]),
      parentColumns: ordered.map((part) => String(part["to"])),
    };
  });
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column["name"]),
      integer: column["type"] === "INTEGER",
      required: column["notnull"] === 1,
    })),
    primaryKey: columns
      .filter((column) => Number(column["pk"]) > 0)
      .toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]))
      .map((column) => String(column["name"])),
    references,
  };
};

const CONSTRAINTS = `
  SELECT contype, confrelid::regclass::text AS parent,
    (SELECT json_agg(attname ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns,
    (SELECT json_agg(attname ORDER BY place) FROM unnest(confkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute ON attrelid = confrelid AND attnum = number) AS parent_columns
  FROM pg_constraint WHERE conrelid = ?::regclass AND contype IN ('p', 'f')`;

const describePostgresTable = async (db: Knex, name: string): Promise<TableInfo> => {
  const { rows }: { rows: Row[] } = await db.raw(CONSTRAINTS, [name]);
  const columns: Row[] = await db("information_schema.columns")
    .where({ table_schema: "public", table_name: name })
    .orderBy("ordinal_position");
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column["column_name"]),
      integer: column["data_type"] !== "text",
      required: column["is_nullable"] === "NO",
    })),
    primaryKey: rows.find((row) => row["contype"] === "p")?.["columns"] as string[],
    references: rows
      .filter((row) => row["contype"] === "f")
      .map((row) => ({
        columns: row["columns"] as string[],
        parent: String(row["parent"]),
        parentColumns: row["parent_columns"] as string[],
      })),
  };
};

/** Describes the program's tables from the database's own catalog. */
export const describeTables = async (db: Knex): Promise<TableInfo[]> => {
  const names: string[] =
    dialect === "postgres"
      ? await db("pg_tables").where("schemaname", "public").orderBy("tablename").pluck("tablename")
      : await db("sqlite_master").where("type", "table").orderBy("name").pluck("name");
  const describe = dialect === "postgres" ? describePostgresTable : describeSqliteTable;
  const tables: TableInfo[] = [];
  for (const name of names)
    // Excludes rate_limits, which is neither copied nor exported, and FTS5's tables, which follow
    // from search_rows.
    if (!/^(knex_|sqlite_|rate_limits$|search_index)/.test(name))
      tables.push(await describe(db, name));
  return tables;
};
