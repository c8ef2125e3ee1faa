import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { anyAdminAmong } from "../../db/admins.js";
import type { Db } from "../../db/connect.js";
import { isOfDatabase, isUnavailable } from "../../db/errors.js";
import { insertAll } from "../../db/insert.js";
import { hasKey } from "../../db/keys.js";
import { fillIndex } from "../../db/search-index.js";
import { clearOrganization, columnsOf, type Row, tables } from "../../db/tables.js";
import { write } from "../../db/write.js";
import type { Services } from "../../graph/context.js";
import { COMMAND_LINE, note } from "../../graph/auditing.js";
import { type ApiKeyPayload, issueKey, issueToken } from "../../graph/keys.js";
import { checkRollups } from "../../graph/rollups-check.js";
import type { Foot, Head } from "./export.js";
import { BadImport, headOf, parseLine, refuse, rowOf } from "./lines.js";
import { credentials, newSecrets, sealed } from "./secrets.js";

export interface Imported {
  organization: { id: string; name: string };
  /** By table. */
  rows: Record<string, number>;
  /** New credentials, where the export has none. */
  made: (ApiKeyPayload & { internalToken: string }) | undefined;
}

const MOST_ROWS = 500;
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Takes the lines between the first and the last. */
class Rows {
  readonly counts: Record<string, number> = {};
  /** By table: what makes the organization one that can be used, and so comes last. */
  readonly credentials = new Map<string, Row[]>();
  #at = 0;
  #columns: string[] = [];
  #rows: Row[] = [];
  #characters = 0;

  constructor(
    private readonly services: Services & { db: Db },
    private readonly head: Head,
  ) {}

  async add(table: string, value: unknown, line: number, characters: number): Promise<void> {
    const { secrets, organization } = this.head;
    if (tables[this.#at]!.name !== table || this.#columns.length === 0)
      await this.#turnTo(table, line);
    const row = rowOf(value, this.#columns, line);
    if (row[tables[this.#at]!.owner] !== organization.id)
      refuse(line, "is of another organization");
    const { vault } = this.services;
    this.#rows.push(secrets ? sealed(table, row, vault) : newSecrets(table, row, vault));
    this.counts[table] = (this.counts[table] ?? 0) + 1;
    this.#characters += characters;
    if (this.#rows.length >= MOST_ROWS || this.#characters >= MOST_CHARACTERS) await this.flush();
  }

  async #turnTo(table: string, line: number): Promise<void> {
    await this.flush();
    const at = tables.findIndex(({ name, stays }) => name === table && !stays);
    const isOpen = this.head.secrets || !credentials.includes(table);
    if (at < this.#at || !isOpen) refuse(line, `is out of order, or of no table: "${table}"`);
    this.#at = at;
    this.#columns = await columnsOf(this.services.db, table);
  }

  async flush(): Promise<void> {
    const { name } = tables[this.#at]!;
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    if (credentials.includes(name))
      this.credentials.set(name, [...(this.credentials.get(name) ?? []), ...rows]);
    else
      try {
        await write(this.services.db, this.head.organization.id, (trx) =>
          insertAll(trx, name, rows),
        );
      } catch (error) {
        // What the schema does not allow was not exported like that.
        if (!isOfDatabase(error) || isUnavailable(error)) throw error;
        throw new BadImport(`rows of ${name} do not fit the others; the file is damaged`, {
          cause: error,
        });
      }
  }
}

/** Takes away what an interrupted import has left: rows of an organization that nobody has a key to. */
const makeRoom = async (db: Db, { organization: { id, name } }: Head): Promise<void> => {
  if (await hasKey(db, id))
    throw new BadImport(`the organization "${name}" (${id}) is here already`);
  await clearOrganization(db, id);
};

/** Nobody is an admin of two organizations. */
const checkAdmins = async (trx: Db, admins: Row[] = []): Promise<void> => {
  const taken = await anyAdminAmong(
    trx,
    admins.map((row) => String(row["email_key"])),
  );
  if (taken !== undefined)
    throw new BadImport(
      `${taken} is an admin of another organization here; end that with: debrief admin delete`,
    );
};

const checkFoot = (
  foot: Foot,
  line: number,
  counts: Record<string, number>,
  sha256: string,
): void => {
  const told = Object.fromEntries(Object.entries(foot.rows ?? {}).filter(([, count]) => count > 0));
  if (foot.sha256 !== sha256 || !isDeepStrictEqual(told, counts))
    refuse(line, "does not agree with the lines before it; the file is damaged");
};

/**
 * Makes the organization of an export, under the ids it had. All of it or nothing: the rows come in
 * transactions of some hundred, and with the last one the key, without which nobody can use it. What
 * fails is taken away again; after a kill, the next import of it does that.
 * @throws BadImport
 */
export const importLines = async (
  services: Services & { db: Db },
  lines: AsyncIterable<string>,
  progress: (rows: number) => void = () => {},
): Promise<Imported> => {
  const { db } = services;
  const sum = createHash("sha256");
  let head: Head | undefined;
  let rows: Rows | undefined;
  let line = 0;
  let whole = false;
  try {
    for await (const text of lines) {
      line += 1;
      if (whole) refuse(line, "stands behind the last line");
      const value = parseLine(text, line);
      if (rows && typeof value.sha256 === "string") {
        await rows.flush();
        checkFoot(value as Foot, line, rows.counts, sum.digest("hex"));
        whole = true;
        continue;
      }
      sum.update(`${text}\n`);
      if (rows) await rows.add(String(value.table), value.row, line, text.length);
      else {
        const found = headOf(value);
        await makeRoom(db, found);
        head = found;
        rows = new Rows(services, head);
      }
      if (line % MOST_ROWS === 0) progress(line);
    }
    if (!rows || !head || !whole)
      return refuse(line, "is the last, and there should be more; the file is cut");
    const { id } = head.organization;
    await checkRollups(db, id, true);
    await fillIndex(db, id);
    const { credentials: kept, counts } = rows;
    const made = await write(db, id, async (trx) => {
      await checkAdmins(trx, kept.get("admins"));
      for (const [table, all] of kept) await insertAll(trx, table, all);
      if (kept.has("api_keys")) return undefined;
      for (const action of ["key.refreshed", "token.created"] as const)
        await note(trx, services, id, COMMAND_LINE, { action });
      return {
        ...(await issueKey(trx, services, id)),
        internalToken: await issueToken(trx, services, id),
      };
    });
    return { organization: head.organization, rows: counts, made };
  } catch (error) {
    if (head) await clearOrganization(db, head.organization.id);
    throw error;
  }
};
