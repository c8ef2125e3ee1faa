import { createHash } from "node:crypto";
import type { Db } from "../../db/connect.js";
import { migrations } from "../../db/migrations/index.js";
import { pagesOf, type Row, tables } from "../../db/tables.js";
import type { Vault } from "../../graph/context.js";
import { version } from "../version.js";
import { bare, credentials, opened } from "./secrets.js";

export const FORMAT = 1;

/** The first line. */
export interface Head {
  format: number;
  /** Of the program that wrote it. */
  version: string;
  /** The schema that the rows are of, as the names of its migrations. */
  schema: string[];
  organization: { id: string; name: string };
  /** Whether keys, tokens and signing secrets are in it. */
  secrets: boolean;
  exportedAt: string;
}

/** Any other line but the last. */
export interface Line {
  table: string;
  row: Row;
}

/** The last line. */
export interface Foot {
  rows: Record<string, number>;
  /** Of every byte before this line, hex. */
  sha256: string;
}

export const schemaNames = (): string[] => migrations.map(({ name }) => name);

// Whoever has the database exported sends it. Where the export comes to live, nobody knows whether it
// has been sent.
const settled = (table: string, row: Row): Row =>
  table === "deliveries" && row["status"] === "pending"
    ? { ...row, status: "failed", error: "interrupted", claimed_by: null, lease_until: null }
    : row;

/**
 * An organization as lines of JSON, each with its line feed. `db` is a snapshot. With a vault secrets are
 * in it, in the clear; without, they are left out. `progress` is told the number of rows so far.
 */
export async function* exportLines(
  db: Db,
  organization: { id: string; name: string },
  vault: Vault | undefined,
  now: number,
  progress: (rows: number) => void = () => {},
): AsyncGenerator<string> {
  const sum = createHash("sha256");
  const line = (value: Head | Line): string => {
    const text = `${JSON.stringify(value)}\n`;
    sum.update(text);
    return text;
  };
  yield line({
    format: FORMAT,
    version,
    schema: schemaNames(),
    organization: { id: organization.id, name: organization.name },
    secrets: vault !== undefined,
    exportedAt: new Date(now).toISOString(),
  });
  const rows: Record<string, number> = {};
  let total = 0;
  for (const table of tables) {
    const { name } = table;
    if (table.stays || (vault === undefined && credentials.includes(name))) continue;
    rows[name] = 0;
    for await (const page of pagesOf(db, table, organization.id)) {
      let text = "";
      for (const row of page) {
        const shown = vault === undefined ? bare(name, row) : opened(name, row, vault);
        text += line({ table: name, row: settled(name, shown) });
      }
      yield text;
      rows[name] += page.length;
      progress((total += page.length));
    }
  }
  yield `${JSON.stringify({ rows, sha256: sum.digest("hex") } satisfies Foot)}\n`;
}
