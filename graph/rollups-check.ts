import type { Db } from "../db/connect.js";
import { nextDay, processedBetween } from "../db/facts.js";
import { snapshot } from "../db/read.js";
import {
  cellsOfPeriod,
  deleteCells,
  deleteFacts,
  factsInRange,
  factTags,
  putCells,
  putFacts,
} from "../db/rollups.js";
import { write } from "../db/write.js";
import { Cells, cellText, DAY_POSITIONS, type Span, SPANS } from "./cells.js";
import { factsOf } from "./facts.js";
import { numberer } from "./rollups.js";
import { addTally, tallyText } from "./tally.js";

const BATCH = 1000;
/** Numbers of names that have none and are not to get one: no kept tally has them. */
const UNKNOWN = 1_000_000_000;

/** How many recordings have facts, and how many cells there are, that are not what the rows say. */
export interface Drift {
  facts: number;
  cells: number;
}

/** Checks one period of an organization, and repairs it where `repair` is set. */
class Check {
  readonly drift: Drift = { facts: 0, cells: 0 };

  constructor(
    private readonly db: Db,
    private readonly organizationId: string,
    /** All that there are facts under. */
    private readonly tags: readonly number[],
    private readonly repair: boolean,
  ) {}

  private readonly unknown = new Map<string, number>();

  private readonly number = async (keys: string[]): Promise<Map<string, number>> => {
    if (this.repair) return numberer(this.db, this.organizationId)(keys);
    for (const key of keys)
      if (!this.unknown.has(key)) this.unknown.set(key, UNKNOWN + this.unknown.size);
    return this.unknown;
  };

  /** Some facts of a day; returns the position after them. */
  private async facts(from: number, to: number, sums: Cells): Promise<number> {
    const { db, organizationId } = this;
    const recordings = await processedBetween(db, organizationId, from, to, BATCH);
    const last = recordings.length < BATCH ? to : recordings.at(-1)!.position;
    const facts = await factsInRange(db, organizationId, this.tags, from, last);
    const kept = new Map(facts.map((fact) => [JSON.stringify(fact), fact]));
    const ids = recordings.map(({ id }) => id);
    const wanted = await factsOf(db, organizationId, ids, this.number);
    sums.addFacts(wanted, [1]);
    const missing = wanted.filter((fact) => !kept.delete(JSON.stringify(fact)));
    const wrong = [...kept.values()];
    this.drift.facts += new Set([...missing, ...wrong].map(({ position }) => position)).size;
    if (this.repair) {
      await deleteFacts(db, organizationId, wrong);
      await putFacts(db, organizationId, missing);
    }
    return last + 1;
  }

  private async isAny(day: number, end: number): Promise<boolean> {
    return (await nextDay(this.db, this.organizationId, this.tags, day, DAY_POSITIONS)) < end;
  }

  /** The cells of the span from the day on, from the rows; compares them with those that are kept. */
  async span(span: Span, day: number): Promise<Cells> {
    const sums = new Cells();
    const shorter = SPANS[SPANS.indexOf(span) - 1];
    if (shorter === undefined) {
      const end = (day + 1) * DAY_POSITIONS - 1;
      for (let from = day * DAY_POSITIONS; from <= end;) from = await this.facts(from, end, sums);
    } else if (await this.isAny(day, day + span))
      for (let start = day; start < day + span; start += shorter)
        for (const { key, tally } of (await this.span(shorter, start)).values())
          addTally(sums.at({ ...key, span, day }), tally);
    await this.compare(span, day, sums);
    return sums;
  }

  private async compare(span: Span, day: number, sums: Cells): Promise<void> {
    const { db, organizationId } = this;
    const kept = new Map(
      (await cellsOfPeriod(db, organizationId, span, day)).map((cell) => [cellText(cell), cell]),
    );
    const wrong = [];
    for (const { key, tally } of sums.values()) {
      const text = tallyText(tally);
      if (kept.get(cellText(key))?.tally !== text) wrong.push({ ...key, tally: text });
      kept.delete(cellText(key));
    }
    this.drift.cells += wrong.length + kept.size;
    if (!this.repair) return;
    await deleteCells(db, organizationId, [...kept.values()]);
    await putCells(db, organizationId, wrong);
  }
}

/**
 * Compares the statistics that are kept of an organization with those that its rows give, 64 days at a
 * time, each as it is at one moment; with `repair` makes them the same.
 */
export const checkRollups = async (
  db: Db,
  organizationId: string,
  repair: boolean,
): Promise<Drift> => {
  const drift: Drift = { facts: 0, cells: 0 };
  const longest = SPANS.at(-1)!;
  const next = async (from: number): Promise<number> => {
    const tags = await factTags(db, organizationId);
    const found = await nextDay(db, organizationId, tags, from, DAY_POSITIONS);
    return found - (found % longest);
  };
  for (let day = await next(0); Number.isFinite(day); day = await next(day + longest)) {
    const work = async (trx: Db): Promise<Drift> => {
      const tags = await factTags(trx, organizationId);
      const check = new Check(trx, organizationId, tags, repair);
      await check.span(longest, day);
      return check.drift;
    };
    const found = await (repair ? write(db, organizationId, work) : snapshot(db, work));
    drift.facts += found.facts;
    drift.cells += found.cells;
  }
  return drift;
};
