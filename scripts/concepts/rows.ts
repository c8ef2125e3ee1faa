import { readFileSync } from "node:fs";
import { CONCEPTS, type ConceptId } from "../../src/meaning/concepts/concepts.js";

type Speaker = "rep" | "client";

interface ConceptExamples {
  examples: readonly string[];
  /** Near misses, of which nothing is known about other concepts. */
  counterExamples: readonly string[];
}

interface ExamplesFile {
  concepts: Record<ConceptId, ConceptExamples>;
  /** What is said in any conversation, and says no concept. */
  ordinary: readonly string[];
  /** Sentences of conversations with all that they say. */
  sentences: readonly { by: Speaker; text: string; concepts: readonly ConceptId[] }[];
}

/** A sentence to learn from. */
export interface Row {
  text: string;
  by?: Speaker | "anyone";
  says: Set<ConceptId>;
  /** What it doesn't say though it is close. */
  misses: Set<ConceptId>;
  /** Whether it says nothing else. */
  complete: boolean;
  /** Whether it was taken from a conversation rather than written for one concept. */
  natural: boolean;
}

export const readExamples = (): ExamplesFile =>
  JSON.parse(readFileSync("src/meaning/concepts/examples.json", "utf8")) as ExamplesFile;

const toKey = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9 ]/gu, "");

/** Reads the sentences to learn from: one row for each, also if it is listed for several concepts. */
export const readRows = (): Row[] => {
  const { concepts, ordinary, sentences } = readExamples();
  const rows = new Map<string, Row>();
  const rowOf = (text: string): Row => {
    const key = toKey(text);
    const created: Row = {
      text,
      says: new Set(),
      misses: new Set(),
      complete: false,
      natural: false,
    };
    const row = rows.get(key) ?? created;
    rows.set(key, row);
    return row;
  };
  for (const { id, by } of CONCEPTS) {
    for (const text of concepts[id].examples) {
      const row = rowOf(text);
      row.by = by;
      row.says.add(id);
    }
    for (const text of concepts[id].counterExamples) rowOf(text).misses.add(id);
  }
  for (const text of ordinary) rowOf(text).complete = true;
  for (const { by, text, concepts } of sentences) {
    const row = rowOf(text);
    Object.assign(row, { by, complete: true, natural: true });
    for (const id of concepts) row.says.add(id);
  }
  return [...rows.values()];
};

/** Returns the text as different recognizers of speech would write it. */
export const spellVariants = (text: string): string[] => {
  const bare = text.replace(/[.?!]+$/u, "");
  return [...new Set([text, bare, bare.replaceAll(",", "").toLowerCase()])];
};
