import { createHash } from "node:crypto";
import type { Db } from "../../../db/engine/connect.js";
import { migrations } from "../../../db/migrations/index.js";
import { iterateTablePages, type TableRow, tables } from "../../../db/schema/tables.js";
import type { Vault } from "../../../graph/core/ports.js";
import { version } from "../../base/version.js";
import { credentialTables, openErasureKey, openSecrets, stripSecrets } from "./row-secrets.js";

export const EXPORT_FORMAT = 1;

/** The first line of an export. */
export interface ExportHeader {
  format: number;
  /** The version of debrief that wrote it. */
  version: string;
  /** The rows' schema, as the names of its migrations. */
  schema: string[];
  organization: { id: string; name: string };
  /** True if the export contains keys, tokens and signing secrets. */
  secrets: boolean;
  exportedAt: string;
}

/** A line between the header and the footer. */
export interface ExportLine {
  table: string;
  row: TableRow;
}

/** The last line of an export. */
export interface ExportFooter {
  rows: Record<string, number>;
  /** Hex digest of all bytes before this line. */
  sha256: string;
}

export const listMigrationNames = (): string[] => migrations.map(({ name }) => name);

// The exporting server still sends a pending delivery. The importing server can't know whether it was sent,
// so it must not send it again.
const interruptPendingDelivery = (table: string, row: TableRow): TableRow =>
  table === "deliveries" && row["status"] === "pending"
    ? {
        ...row,
        status: "failed",
        error: "interrupted",
        claimed_by: null,
        lease_until: null,
        is_waiting: 0,
      }
    : row;

/**
 * Yields an organization as lines of JSON, each with its line feed. `db` is a snapshot. `secrets` decides whether
 * secrets are exported in the clear or left out. `onProgress` receives the number of rows so far.
 */
export async function* exportLines(
  db: Db,
  organization: { id: string; name: string },
  { secrets, openVault }: { secrets: boolean; openVault: () => Vault },
  now: number,
  onProgress: (rows: number) => void = () => {},
): AsyncGenerator<string> {
  const digest = createHash("sha256");
  const formatLine = (value: ExportHeader | ExportLine): string => {
    const text = `${JSON.stringify(value)}\n`;
    digest.update(text);
    return text;
  };
  yield formatLine({
    format: EXPORT_FORMAT,
    version,
    schema: listMigrationNames(),
    organization: { id: organization.id, name: organization.name },
    secrets,
    exportedAt: new Date(now).toISOString(),
  });
  const rows: Record<string, number> = {};
  let total = 0;
  for (const table of tables) {
    const { name } = table;
    if (table.isLocal || (!secrets && credentialTables.includes(name))) continue;
    rows[name] = 0;
    for await (const page of iterateTablePages(db, table, organization.id)) {
      let text = "";
      for (const row of page) {
        const opened = openErasureKey(name, row, openVault);
        const exported = secrets
          ? openSecrets(name, opened, openVault())
          : stripSecrets(name, opened);
        text += formatLine({ table: name, row: interruptPendingDelivery(name, exported) });
      }
      yield text;
      rows[name] += page.length;
      onProgress((total += page.length));
    }
  }
  yield `${JSON.stringify({ rows, sha256: digest.digest("hex") } satisfies ExportFooter)}\n`;
}
