import type { CellKey, FactRow } from "../db/rollups.js";
import { addText, emptyTally, type Tally } from "./tally.js";

/** The lengths of cells in days; each is a multiple of the one before. */
export const SPANS = [1, 8, 64] as const;
export type Span = (typeof SPANS)[number];

export const DAY_MS = 86_400_000;
/** Positions are microseconds. */
export const DAY_POSITIONS = DAY_MS * 1000;

/** A text for each key, and no other key has it. */
export const cellText = ({ templateId, span, day, userId }: CellKey): string =>
  `${span} ${day} ${userId} ${templateId}`;

/** Tallies by the cells that they are of. */
export class Cells {
  private readonly tallies = new Map<string, { key: CellKey; tally: Tally }>();

  /** The tally of the key, to be added to. */
  at(key: CellKey): Tally {
    const text = cellText(key);
    let found = this.tallies.get(text);
    if (!found) this.tallies.set(text, (found = { key, tally: emptyTally() }));
    return found.tally;
  }

  values(): Iterable<{ key: CellKey; tally: Tally }> {
    return this.tallies.values();
  }

  /** Adds what a recording adds to all of its cells, or with -1 takes it away. */
  addFact(fact: FactRow, spans: readonly Span[], sign: 1 | -1 = 1): void {
    const day = Math.floor(fact.position / DAY_POSITIONS);
    for (const templateId of new Set(["", fact.templateId ?? ""]))
      for (const span of spans)
        addText(
          this.at({ templateId, span, day: day - (day % span), userId: fact.userId }),
          fact.tally,
          sign,
        );
  }
}
