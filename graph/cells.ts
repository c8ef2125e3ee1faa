import { ALL, type CellKey, type FactRow } from "../db/rollups.js";
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

  /** Adds what recordings add to all of their cells, or with -1 takes it away; each once, whatever its tags. */
  addFacts(facts: readonly FactRow[], spans: readonly Span[], sign: 1 | -1 = 1): void {
    for (const { tag, position, userId, templateId, tally } of facts) {
      if (tag !== ALL) continue;
      const day = Math.floor(position / DAY_POSITIONS);
      for (const template of new Set(["", templateId ?? ""]))
        for (const span of spans)
          addText(
            this.at({ templateId: template, span, day: day - (day % span), userId }),
            tally,
            sign,
          );
    }
  }
}
