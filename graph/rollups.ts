import type { Db } from "../db/connect.js";
import {
  ALL,
  type CellKey,
  type CellRow,
  cellsAt,
  deleteCells,
  deleteFacts,
  type FactRow,
  factsAt,
  putCells,
  putFacts,
} from "../db/rollups.js";
import { dropNames, numberNames } from "../db/stat-names.js";
import { Cells, cellText, SPANS } from "./cells.js";
import { factsOf, numberOf } from "./facts.js";
import { addText, isEmpty, keysIn, tallyText } from "./tally.js";

/** Numbers for names that have none, kept. */
export const numberer =
  (trx: Db, organizationId: string) =>
  async (keys: string[]): Promise<Map<string, number>> =>
    numberNames(trx, organizationId, keys);

/** Adds the changes to the cells that there are. */
const apply = async (trx: Db, organizationId: string, changes: Cells): Promise<void> => {
  const changed = [...changes.values()].filter(({ tally }) => !isEmpty(tally));
  if (changed.length === 0) return;
  const keys = changed.map(({ key }) => key);
  const before = new Map(
    (await cellsAt(trx, organizationId, keys)).map((cell) => [cellText(cell), cell.tally]),
  );
  const kept: CellRow[] = [];
  const emptied: CellKey[] = [];
  for (const { key, tally } of changed) {
    addText(tally, before.get(cellText(key)) ?? "");
    if (isEmpty(tally)) emptied.push(key);
    else kept.push({ ...key, tally: tallyText(tally) });
  }
  await putCells(trx, organizationId, kept);
  await deleteCells(trx, organizationId, emptied);
};

const numbersIn = (facts: readonly FactRow[]): Set<number> =>
  new Set(facts.flatMap(({ tally }) => keysIn(tally).map(numberOf)));

/** Where the fact of a recording can be: under ALL and under each name in it, which is a tag or a question. */
const keysOfFact = (fact: FactRow): Pick<FactRow, "tag" | "position">[] =>
  [ALL, ...numbersIn([fact])].map((tag) => ({ tag, position: fact.position }));

/**
 * Runs a change of recordings, and brings the statistics in line with what it made of them, in the same
 * transaction: whatever can change what a processed recording counts for goes through here. Inside `write`.
 */
export const counted = async <T>(
  trx: Db,
  organizationId: string,
  recordings: readonly { id: string; position: number }[],
  change: () => Promise<T>,
): Promise<T> => {
  const positions = recordings.map(({ position }) => position);
  const before = await factsAt(trx, organizationId, positions);
  const result = await change();
  const ids = recordings.map(({ id }) => id);
  const after = await factsOf(trx, organizationId, ids, numberer(trx, organizationId));
  const changes = new Cells();
  changes.addFacts(before, SPANS, -1);
  changes.addFacts(after, SPANS);
  await deleteFacts(trx, organizationId, before.flatMap(keysOfFact));
  await putFacts(trx, organizationId, after);
  await apply(trx, organizationId, changes);
  if (before.length > 0) {
    const used = numbersIn(after);
    const unused = [...numbersIn(before)].filter((number) => !used.has(number));
    if (unused.length > 0) await dropNames(trx, organizationId, unused);
  }
  return result;
};
