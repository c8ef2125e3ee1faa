import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type Db, dialectOf } from "../engine/connect.js";
import { loadSearchTextPage, type SearchText, loadSearchTexts } from "./texts.js";
import { parseFormerWords } from "./former-words.js";
import { parseSearchableWords } from "./words.js";
import { write } from "../engine/write.js";

// SQLite: search_index, a contentless FTS5 table, contains the words, and search_rows maps its rows to recordings.
// PostgreSQL: search_rows contains both.

/**
 * Returns the prefix of every indexed word of the organization. Searches therefore neither read nor rank by other
 * organizations' words. Two organizations may share a prefix; search_rows stores the owner of each row.
 */
export const buildWordScope = (organizationId: string): string =>
  hash("sha256", organizationId, "hex").slice(0, 6);

/** Row ids in FTS5 follow positions, with room for this many organizations at the same position. */
export const ROWS_PER_POSITION = 1024;

/**
 * Further organizations at the same position use the next free row ids. For a million organizations, that is less than
 * a millisecond away, so only recordings within one millisecond may be out of order.
 */
export const MAX_OVERFLOW_ROWS = 1000 * ROWS_PER_POSITION;

/** Recordings per transaction. All other writers wait for a page, and each may have 16,000 words. */
const PAGE_SIZE = 50;

const COLUMNS = "name, summary, notes, transcript";
const WEIGHTS = ["A", "B", "C", "D"];

type Split = Parameters<typeof parseSearchableWords>[1];

/** Returns the words of each field, as FTS5 receives them. */
const buildFieldWords = (
  organizationId: string,
  { texts }: SearchText,
  split?: Split,
): string[] => {
  const scope = buildWordScope(organizationId);
  return parseSearchableWords(texts, split).map((words) =>
    words.map((word) => scope + word).join(" "),
  );
};

/** Returns the words as a tsvector. No phrase continues from one field into the next. */
const buildTsVector = (organizationId: string, { texts }: SearchText): string => {
  const scope = buildWordScope(organizationId);
  let wordPosition = 0;
  return parseSearchableWords(texts)
    .flatMap((words, field) => {
      wordPosition += 1;
      return words.map((word) => `'${scope}${word}':${(wordPosition += 1)}${WEIGHTS[field]!}`);
    })
    .join(" ");
};

const insertText = {
  sqlite: async (trx: Db, organizationId: string, text: SearchText): Promise<void> => {
    const { position, digest } = text;
    // Another organization may have a recording at the same position.
    await trx.raw(
      `WITH p AS (SELECT CAST(? AS INTEGER) * ${ROWS_PER_POSITION} AS first)
       INSERT INTO search_rows (organization_id, position, digest, number)
       SELECT ?, ?, ?, CASE WHEN EXISTS (SELECT 1 FROM search_index_docsize WHERE id = p.first)
         THEN (SELECT s.id + 1 FROM search_index_docsize AS s WHERE s.id >= p.first
           AND NOT EXISTS (SELECT 1 FROM search_index_docsize AS o WHERE o.id = s.id + 1)
           ORDER BY s.id LIMIT 1)
         ELSE p.first END FROM p`,
      [position, organizationId, position, digest],
    );
    await trx.raw(
      `INSERT INTO search_index (rowid, ${COLUMNS}) SELECT number, ?, ?, ?, ? FROM search_rows
       WHERE organization_id = ? AND position = ?`,
      [...buildFieldWords(organizationId, text), organizationId, position],
    );
  },
  postgres: async (trx: Db, organizationId: string, text: SearchText): Promise<void> => {
    await trx.raw(
      `INSERT INTO search_rows (organization_id, position, digest, words) VALUES (?, ?, ?, ?::tsvector)`,
      [organizationId, text.position, text.digest, buildTsVector(organizationId, text)],
    );
  },
};

/** Indexes a text that has no entry. Inside `write`. */
export const insertSearchText = async (
  trx: Db,
  organizationId: string,
  text: SearchText,
): Promise<void> => insertText[dialectOf(trx)](trx, organizationId, text);

/** A contentless FTS5 table needs the words of a row to delete it. */
const DELETE_WORDS = `INSERT INTO search_index (search_index, rowid, ${COLUMNS})
  SELECT 'delete', number, ?, ?, ?, ? FROM search_rows
  WHERE organization_id = ? AND position = ? AND digest = ?`;

const deleteText = async (trx: Db, organizationId: string, text: SearchText): Promise<void> => {
  const { position, digest, formerDigest } = text;
  const deleteWords = async (entryDigest: string, split?: Split): Promise<void> => {
    const words = buildFieldWords(organizationId, text, split);
    await trx.raw(DELETE_WORDS, [...words, organizationId, position, entryDigest]);
  };
  if (dialectOf(trx) === "sqlite") {
    await deleteWords(digest);
    if (formerDigest !== undefined) await deleteWords(formerDigest, parseFormerWords);
  }
  await trx("search_rows").where({ organization_id: organizationId, position }).delete();
};

/** Replaces an entry that has the words of before migration 0058. Inside `write`. */
export const replaceFormerEntry = async (
  trx: Db,
  organizationId: string,
  text: SearchText,
): Promise<void> => {
  await deleteText(trx, organizationId, text);
  await insertSearchText(trx, organizationId, text);
};

const LARGE_TEXT_CHARACTERS = 256 * 1024;

/** Lets requests run before the next step: each step of a long transcript takes tens of milliseconds. */
const yieldIfLarge = async ({ texts }: SearchText): Promise<void> => {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > LARGE_TEXT_CHARACTERS) await setImmediate();
};

/**
 * Runs a change of searched texts, erasures included, and updates the index in the same transaction. Call it
 * inside `write`.
 */
export const withSearchUpdated = async <T>(
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> => {
  for (const text of await loadSearchTexts(trx, organizationId, recordingIds)) {
    await yieldIfLarge(text);
    await deleteText(trx, organizationId, text);
    await yieldIfLarge(text);
  }
  const result = await change();
  for (const text of await loadSearchTexts(trx, organizationId, recordingIds)) {
    await yieldIfLarge(text);
    await insertSearchText(trx, organizationId, text);
    await yieldIfLarge(text);
  }
  return result;
};

/** Removes all recordings of an organization from the index, a page at a time, before their rows are deleted. */
export const clearSearchIndex = async (db: Db, organizationId: string): Promise<void> => {
  for (let after: number | undefined = -1; after !== undefined;) {
    const start: number = after;
    after = await write(db, organizationId, async (trx) => {
      const page = await loadSearchTextPage(trx, organizationId, start, PAGE_SIZE);
      for (const text of page) await deleteText(trx, organizationId, text);
      return page[PAGE_SIZE - 1]?.position;
    });
  }
};
