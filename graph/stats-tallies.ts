import type { Db } from "../db/connect.js";
import { ALL } from "../db/rollups.js";
import { cellBounds, cellsOf, factsBetween, type UserTally } from "../db/stats.js";
import { DAY_MS, SPANS } from "./cells.js";
import { partsOf, type Periods, piecesOf, type Range } from "./stats-range.js";
import { countsUnder, type TagNumbers, tagNumbersOf, type TagSelection } from "./stats-tags.js";
import { addText, emptyTally, type Tally } from "./tally.js";

/** Which recordings are added up. */
export interface Selection extends TagSelection {
  organizationId: string;
  /** Milliseconds since 1970, both included. */
  from?: number | undefined;
  to?: number | undefined;
  templateId?: string | undefined;
}

const LONGEST = SPANS.at(-1)!;
/** So many days of facts are in memory at a time. */
const PIECE_DAYS = 8;

/** The part of the selection's range in which there is anything. */
const rangeOf = async (db: Db, selection: Selection): Promise<Range | undefined> => {
  const { organizationId, from = -Infinity, to = Infinity } = selection;
  const bounds = await cellBounds(db, organizationId, LONGEST);
  if (!bounds) return undefined;
  return {
    from: Math.max(from, bounds.first * DAY_MS),
    to: Math.min(to, (bounds.last + LONGEST) * DAY_MS - 1),
  };
};

/** What the recordings of each user add up to. `userIds` undefined: everybody's. */
export const talliesOf = async (
  db: Db,
  selection: Selection,
  userIds: readonly string[] | undefined,
): Promise<Map<string, Tally>> => {
  const { organizationId, templateId } = selection;
  const tallies = new Map<string, Tally>();
  const add = (rows: readonly UserTally[], sign: 1 | -1 = 1): void => {
    for (const { userId, tally } of rows) {
      let sum = tallies.get(userId);
      if (!sum) tallies.set(userId, (sum = emptyTally()));
      addText(sum, tally, sign);
    }
  };
  const addFacts = async (
    range: Range,
    under: ReadonlySet<number>,
    others: TagNumbers = { included: [], excluded: new Set() },
    sign: 1 | -1 = 1,
  ): Promise<void> => {
    const tags = [...under];
    const counts = countsUnder(under, others);
    for (const { from, to } of piecesOf(range, PIECE_DAYS)) {
      const search = { from: from * 1000, to: to * 1000 + 999, tags, templateId, userIds };
      add((await factsBetween(db, organizationId, search)).filter(counts), sign);
    }
  };

  // No template has an empty id; the cells of all together do.
  const range = templateId === "" ? undefined : await rangeOf(db, selection);
  if (!range) return tallies;
  const { included, excluded } = await tagNumbersOf(db, organizationId, selection);
  if (included.some((tags) => tags.size === 0)) return tallies;
  const [under, ...others] = included;
  if (under) {
    await addFacts(range, under, { included: others, excluded });
    return tallies;
  }
  const { periods, rests } = partsOf(range);
  const cells = async (some: Periods["added"]): Promise<UserTally[]> =>
    some.length > 0 ? cellsOf(db, organizationId, templateId ?? "", some, userIds) : [];
  add(await cells(periods.added));
  add(await cells(periods.taken), -1);
  for (const rest of rests) await addFacts(rest, new Set([ALL]));
  if (excluded.size > 0) await addFacts(range, excluded, undefined, -1);
  return tallies;
};
