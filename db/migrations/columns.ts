import type { Knex } from "knex";
import { dialectOf } from "../connect.js";

/** What the two databases call the same thing, for migrations that are written once for both. */
export interface Columns {
  /** Compared and ordered by code point on both; a locale's order would differ from SQLite's. */
  text: string;
  /** 64 bits: counts, milliseconds, and times as milliseconds since 1970. */
  integer: string;
  /** 0 or 1. */
  flag: string;
  /** Names as the last columns of an index, for order; PostgreSQL's entries are too small for them. */
  names: (...columns: string[]) => string;
  /** After the closing parenthesis of a table. */
  end: string;
  /** The same, for a table whose rows are small and always found by their primary key. */
  clustered: string;
}

const sqlite: Columns = {
  text: "TEXT",
  integer: "INTEGER",
  flag: "INTEGER",
  names: (...columns) => columns.map((column) => `, ${column}`).join(""),
  end: "STRICT",
  clustered: "STRICT, WITHOUT ROWID",
};

const postgres: Columns = {
  text: 'TEXT COLLATE "C"',
  integer: "BIGINT",
  flag: "SMALLINT",
  names: () => "",
  end: "",
  clustered: "",
};

export const columnsOf = (knex: Knex): Columns =>
  dialectOf(knex) === "postgres" ? postgres : sqlite;
