import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";

/** SQL types and options per database, for migrations that are written once for both. */
export interface ColumnTypes {
  /** Compared and ordered by code point in both databases: a locale's order would differ from SQLite's. */
  text: string;
  /** 64 bits: counts, milliseconds, and times as milliseconds since 1970. */
  integer: string;
  /** 0 or 1. */
  flag: string;
  /** Names as the last columns of an index, for order. PostgreSQL's index entries are too small for them. */
  nameColumns: (...columns: string[]) => string;
  /** The text after a table's closing parenthesis. */
  tableOptions: string;
  /** The same, for tables with small rows and lookups by primary key only. */
  clusteredTableOptions: string;
}

const sqlite: ColumnTypes = {
  text: "TEXT",
  integer: "INTEGER",
  flag: "INTEGER",
  nameColumns: (...columns) => columns.map((column) => `, ${column}`).join(""),
  tableOptions: "STRICT",
  clusteredTableOptions: "STRICT, WITHOUT ROWID",
};

const postgres: ColumnTypes = {
  text: 'TEXT COLLATE "C"',
  integer: "BIGINT",
  flag: "SMALLINT",
  nameColumns: () => "",
  tableOptions: "",
  clusteredTableOptions: "",
};

export const columnTypesOf = (knex: Knex): ColumnTypes =>
  dialectOf(knex) === "postgres" ? postgres : sqlite;
