import { type Db, dialectOf } from "../engine/connect.js";
import {
  ALL_ORGANIZATIONS,
  deleteMaintenanceMark,
  listMaintenanceMarks,
  type MaintenanceMark,
  renewMaintenanceMark,
  upsertMaintenanceMark,
} from "../engine/maintenance.js";
import { transact, write } from "../engine/write.js";
import { compareSearchPage } from "./check-index.js";
import { insertSearchText, replaceFormerEntry } from "./search-index.js";

/** Recordings per transaction. All other writers wait for a page, and each may have 16,000 words. */
const PAGE_SIZE = 20;
/** After ten minutes without progress, the mark's process counts as ended. */
const RENEWAL_MS = 60_000;

/** The definition of SQLite's index after the last migration that changed it. */
const CREATE_INDEX = [
  `CREATE VIRTUAL TABLE search_index
    USING fts5(name, summary, notes, transcript, content = '', tokenize = 'ascii')`,
  `INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)`,
  `INSERT INTO search_index (search_index, rank) VALUES ('rank', 'bm25(8.0, 4.0, 2.0, 1.0)')`,
];

/**
 * Indexes the recordings of an organization that have no entry, a page in each transaction. PostgreSQL's wrong entries
 * are replaced; SQLite's need a rebuild, because only the words of an entry can delete it. Other processes may write
 * meanwhile: their index entries stay. `rest` runs after each page.
 */
export const fillSearchIndex = async (
  db: Db,
  organizationId: string,
  rest: () => Promise<unknown> = async () => {},
): Promise<void> => {
  for (let after: number | undefined = -1; after !== undefined;) {
    const start: number = after;
    after = await write(db, organizationId, async (trx) => {
      const page = await compareSearchPage(trx, organizationId, start, PAGE_SIZE);
      if (dialectOf(trx) === "postgres" && page.wrong.length > 0) {
        await trx("search_rows")
          .where("organization_id", organizationId)
          .whereIn("position", page.wrong)
          .delete();
        page.missing = (await compareSearchPage(trx, organizationId, start, PAGE_SIZE)).missing;
      }
      for (const text of page.missing) await insertSearchText(trx, organizationId, text);
      for (const text of page.former) await replaceFormerEntry(trx, organizationId, text);
      return page.last;
    });
    await rest();
  }
};

/**
 * Gives the entries of before migration 0058 today's words, a page in each transaction. Until the end, a search finds
 * these recordings by their former words. `rest` runs after each page.
 */
export const renewSearchWords = async (
  db: Db,
  organizationId: string,
  rest: () => Promise<unknown>,
): Promise<void> => {
  for (let after: number | undefined = -1; after !== undefined;) {
    const start: number = after;
    // Most pages need no change, and a change excludes all other writers.
    const page = await compareSearchPage(db, organizationId, start, PAGE_SIZE);
    if (page.former.length > 0)
      await write(db, organizationId, async (trx) => {
        const { former } = await compareSearchPage(trx, organizationId, start, PAGE_SIZE);
        for (const text of former) await replaceFormerEntry(trx, organizationId, text);
      });
    after = page.last;
    await rest();
  }
};

/** Another process is doing work that a rebuild would disturb. */
export class MaintenanceConflictError extends Error {}

/** The process that rebuilds the index. */
export interface SearchRebuild {
  owner: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns whether the owner of a mark still works. */
  isUnderWay: (mark: MaintenanceMark) => boolean;
  /** Lists all organizations whose data is complete. */
  listOrganizationIds: (db: Db) => Promise<readonly string[]>;
  /** Runs after each page. */
  rest?: () => Promise<unknown>;
}

const beginRebuild = async (trx: Db, { owner, now, isUnderWay }: SearchRebuild): Promise<void> => {
  if ((await listMaintenanceMarks(trx, "import")).some(isUnderWay))
    throw new MaintenanceConflictError("an import is under way");
  await upsertMaintenanceMark(trx, {
    organizationId: ALL_ORGANIZATIONS,
    purpose: "search",
    owner,
    renewedAt: now(),
  });
};

/** Creates the function that records the rebuild's progress at intervals. @throws MaintenanceConflictError */
const createRenewal = (db: Db, { owner, now }: SearchRebuild): (() => Promise<void>) => {
  const mark = { organizationId: ALL_ORGANIZATIONS, purpose: "search", owner } as const;
  let renewedAt = now();
  return async () => {
    if (now() - renewedAt < RENEWAL_MS) return;
    renewedAt = now();
    if (!(await transact(db, (trx) => renewMaintenanceMark(trx, { ...mark, renewedAt }))))
      throw new MaintenanceConflictError("another process has taken over the rebuild");
  };
};

const fillAll = async (db: Db, rebuild: SearchRebuild): Promise<void> => {
  const { owner, listOrganizationIds, rest } = rebuild;
  const renew = createRenewal(db, rebuild);
  const afterPage = async (): Promise<void> => {
    await renew();
    await rest?.();
  };
  for (const id of await listOrganizationIds(db)) await fillSearchIndex(db, id, afterPage);
  await transact(db, (trx) =>
    deleteMaintenanceMark(trx, ALL_ORGANIZATIONS, { purpose: "search", owner }),
  );
};

/** Finishes the rebuild of a process that has ended. @throws MaintenanceConflictError */
export const resumeSearchRebuild = async (db: Db, rebuild: SearchRebuild): Promise<void> => {
  await transact(db, (trx) => beginRebuild(trx, rebuild));
  await fillAll(db, rebuild);
};

/**
 * Rebuilds SQLite's index, even a damaged one, while other processes run. Until the end, searches miss recordings that
 * aren't indexed yet. A killed rebuild leaves its mark, and the next server finishes it.
 * The index is dropped, because FTS5's own `delete-all` changes the stored format without notifying the other
 * connections, whose next deletions then look like damage.
 * @throws MaintenanceConflictError
 */
export const rebuildSearchIndex = async (db: Db, rebuild: SearchRebuild): Promise<void> => {
  await transact(db, async (trx) => {
    await beginRebuild(trx, rebuild);
    await trx.raw("DROP TABLE search_index");
    for (const statement of CREATE_INDEX) await trx.raw(statement);
    await trx("search_rows").delete();
  });
  await fillAll(db, rebuild);
};
