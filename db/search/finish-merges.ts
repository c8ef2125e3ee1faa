import { type Db, dialectOf } from "../engine/connect.js";
import { transact } from "../engine/write.js";

/** Pages of 4 KB per transaction: all other writers wait for it. */
const STEP_PAGES = 100;
/** According to the FTS5 documentation, a merge without work changes fewer rows than this. */
const MIN_CHANGED_ROWS = 2;

const countChangedRows = async (trx: Db): Promise<number> => {
  const [row]: { changed: number }[] = await trx.raw("SELECT total_changes() AS changed");
  return row!.changed;
};

const mergeStep = async (trx: Db): Promise<boolean> => {
  const before = await countChangedRows(trx);
  await trx.raw("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)", [STEP_PAGES]);
  return (await countChangedRows(trx)) - before >= MIN_CHANGED_ROWS;
};

/**
 * Finishes the merges that SQLite's search index has started, until `signal` aborts. FTS5 copies a few pages at a time
 * and deletes the originals at the end; until then, those pages keep words that were deleted meanwhile. `rest` receives
 * the milliseconds of each step.
 */
export const finishSearchMerges = async (
  db: Db,
  { rest, signal }: { rest: (tookMs: number) => Promise<void>; signal: AbortSignal },
): Promise<void> => {
  if (dialectOf(db) === "postgres") return;
  while (!signal.aborted) {
    const startedAt = performance.now();
    if (!(await transact(db, mergeStep))) return;
    await rest(performance.now() - startedAt);
  }
};
