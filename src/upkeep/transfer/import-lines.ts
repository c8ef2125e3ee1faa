import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { findAnyAccountEmail } from "../../../db/sign-in/accounts.js";
import type { Db } from "../../../db/engine/connect.js";
import { isDatabaseError, isUnavailable } from "../../../db/engine/errors.js";
import { insertAll } from "../../../db/engine/insert-all.js";
import { loadMeaningScan, startMeaningScan } from "../../../db/organizations/meaning-scan.js";
import { fillSearchIndex } from "../../../db/search/rebuild-index.js";
import { loadColumnNames, type TableRow, tables } from "../../../db/schema/tables.js";
import { write } from "../../../db/engine/write.js";
import type { Services } from "../../../graph/context/context.js";
import { writeAuditEntry } from "../../../graph/access/audit.js";
import { COMMAND_LINE_ACTOR } from "../../../graph/core/actor.js";
import { type ApiKeyPayload, issueApiKey, issueToken } from "../../../graph/organizations/keys.js";
import { rebuildNextPeriod } from "../../../graph/stats/rebuild.js";
import type { ExportFooter, ExportHeader } from "./export-lines.js";
import { ImportClaim } from "./import-claim.js";
import {
  ImportError,
  parseHeader,
  parseLine,
  parseRow,
  rejectLine,
  validatePaths,
} from "./parse-line.js";
import { credentialTables, generateSecrets, sealErasureKey, sealSecrets } from "./row-secrets.js";

export interface ImportResult {
  organization: { id: string; name: string };
  /** Row counts by table. */
  rows: Record<string, number>;
  /** New credentials, if the export has none. */
  newCredentials: (ApiKeyPayload & { internalToken: string }) | undefined;
}

const MAX_BATCH_ROWS = 500;
const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024;

/**
 * Runs a change and shortens database errors to one line, because their messages contain the statement. @throws
 * ImportError
 */
const explainRefusedRows = async <T>(
  table: string,
  line: number,
  change: () => Promise<T>,
): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    const { code } = error as { code?: string };
    const reason = isUnavailable(error)
      ? `the database is not available (${code ?? "no connection"}); import again`
      : // An export never contains rows that break the schema.
        `rows of ${table} violate the schema (${code}); the file is damaged`;
    throw new ImportError(`line ${line}: ${reason}`, { cause: error });
  }
};

/** Collects the lines between header and footer into batches, and inserts them. */
class RowBatcher {
  readonly counts: Record<string, number> = {};
  /** Credential rows by table. They make the organization usable, so they are inserted in the last transaction. */
  readonly credentials = new Map<string, TableRow[]>();
  #tableIndex = 0;
  #columns: string[] = [];
  #rows: TableRow[] = [];
  #characters = 0;

  #firstLine = 0;

  constructor(
    private readonly services: Services & { db: Db },
    private readonly header: ExportHeader,
    private readonly claim: ImportClaim,
  ) {}

  async add(table: string, value: unknown, line: number, characters: number): Promise<void> {
    const { secrets, organization } = this.header;
    if (tables[this.#tableIndex]!.name !== table || this.#columns.length === 0)
      await this.#switchTable(table, line);
    const row = parseRow(value, this.#columns, line);
    if (row[tables[this.#tableIndex]!.ownerColumn] !== organization.id)
      rejectLine(line, "belongs to another organization");
    validatePaths(table, row, line);
    if (this.#rows.length === 0) this.#firstLine = line;
    const { vault } = this.services;
    const own = sealErasureKey(table, row, vault);
    this.#rows.push(secrets ? sealSecrets(table, own, vault) : generateSecrets(table, own, vault));
    this.counts[table] = (this.counts[table] ?? 0) + 1;
    this.#characters += characters;
    if (this.#rows.length >= MAX_BATCH_ROWS || this.#characters >= MAX_BATCH_CHARACTERS)
      await this.flush();
  }

  async #switchTable(table: string, line: number): Promise<void> {
    await this.flush();
    const index = tables.findIndex(({ name, isLocal }) => name === table && !isLocal);
    const isAllowed = this.header.secrets || !credentialTables.includes(table);
    if (index < this.#tableIndex || !isAllowed)
      rejectLine(line, `is out of order or names an unknown table: "${table}"`);
    this.#tableIndex = index;
    this.#columns = await loadColumnNames(this.services.db, table);
  }

  async flush(): Promise<void> {
    const { name } = tables[this.#tableIndex]!;
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    if (credentialTables.includes(name))
      this.credentials.set(name, [...(this.credentials.get(name) ?? []), ...rows]);
    else if (rows.length > 0)
      await explainRefusedRows(name, this.#firstLine, () =>
        write(this.services.db, this.header.organization.id, async (trx) => {
          await this.claim.renew(trx);
          await insertAll(trx, name, rows);
        }),
      );
  }
}

/** Checks that no account belongs to another organization. @throws ImportError */
const validateAccounts = async (trx: Db, accounts: TableRow[] = []): Promise<void> => {
  const existing = await findAnyAccountEmail(
    trx,
    accounts.map((row) => String(row["email_key"])),
  );
  if (existing !== undefined)
    throw new ImportError(
      `${existing} can sign in to another organization already; remove that account with: debrief admin delete`,
    );
};

const validateFooter = (
  footer: ExportFooter,
  line: number,
  counts: Record<string, number>,
  sha256: string,
): void => {
  const expected = Object.fromEntries(
    Object.entries(footer.rows ?? {}).filter(([, count]) => count > 0),
  );
  if (footer.sha256 !== sha256 || !isDeepStrictEqual(expected, counts))
    rejectLine(line, "doesn't match the lines before it; the file is damaged");
};

/** Computes the statistics and the search index of the imported rows. */
const computeDerived = async (db: Db, id: string, claim: ImportClaim): Promise<void> => {
  for (let isFirst = true; await rebuildNextPeriod(db, id, isFirst); isFirst = false)
    await claim.renew(db);
  await fillSearchIndex(db, id, () => claim.renew(db));
};

/** Inserts the credentials, new ones if the export has none, and ends the claim. */
const completeImport = async (
  services: Services & { db: Db },
  id: string,
  credentials: ReadonlyMap<string, TableRow[]>,
  claim: ImportClaim,
): Promise<ImportResult["newCredentials"]> =>
  write(services.db, id, async (trx) => {
    await validateAccounts(trx, credentials.get("accounts"));
    for (const [table, tableRows] of credentials) await insertAll(trx, table, tableRows);
    // What sentences mean isn't exported.
    if ((await loadMeaningScan(trx, id)) !== null) await startMeaningScan(trx, id);
    await claim.complete(trx);
    if (credentials.has("api_keys")) return undefined;
    for (const action of ["key.refreshed", "token.created"] as const)
      await writeAuditEntry(trx, services, id, COMMAND_LINE_ACTOR, { action });
    return {
      ...(await issueApiKey(trx, services, id)),
      internalToken: await issueToken(trx, services, id),
    };
  });

/**
 * Imports an organization under its ids, all or nothing, even while a server runs. A mark hides it from every job until
 * the last transaction, which inserts the credentials. The other transactions insert a few hundred rows each. Deletes
 * the rows after a failure; after a kill, the next import deletes them. `onProgress` receives the number of lines so
 * far. @throws ImportError
 */
export const importLines = async (
  services: Services & { db: Db },
  lines: AsyncIterable<string>,
  onProgress: (rows: number) => void = () => {},
): Promise<ImportResult> => {
  const { db } = services;
  const digest = createHash("sha256");
  let claim: ImportClaim | undefined;
  let header: ExportHeader | undefined;
  let rows: RowBatcher | undefined;
  let line = 0;
  let isComplete = false;
  try {
    for await (const text of lines) {
      line += 1;
      if (isComplete) rejectLine(line, "comes after the last line");
      const value = parseLine(text, line);
      if (rows && typeof value.sha256 === "string") {
        await rows.flush();
        validateFooter(value as ExportFooter, line, rows.counts, digest.digest("hex"));
        isComplete = true;
        continue;
      }
      digest.update(`${text}\n`);
      if (rows) await rows.add(String(value.table), value.row, line, text.length);
      else {
        header = parseHeader(value);
        // Uses the system clock, not the server's: other processes compare it with theirs.
        claim = await ImportClaim.acquire(db, header, Date.now);
        rows = new RowBatcher(services, header, claim);
      }
      if (line % MAX_BATCH_ROWS === 0) onProgress(line);
    }
    if (!rows || !header || !claim || !isComplete)
      return rejectLine(line, "ends the file too early; the file is cut");
    const { id } = header.organization;
    const { credentials, counts } = rows;
    const ownClaim = claim;
    await explainRefusedRows("the statistics", line, () => computeDerived(db, id, ownClaim));
    const newCredentials = await explainRefusedRows("credentials", line, () =>
      completeImport(services, id, credentials, ownClaim),
    );
    return { organization: header.organization, rows: counts, newCredentials };
  } catch (error) {
    await claim?.undo();
    throw error;
  } finally {
    claim?.retire();
  }
};
