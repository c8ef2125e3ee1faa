import { hash } from "node:crypto";
import { type Db, dialectOf } from "./connect.js";
import { selected } from "./json.js";
import { allSearchTexts, type SearchText, searchTextsOf } from "./search-texts.js";
import { findable } from "./words.js";
import { write } from "./write.js";

// On SQLite the words are in search_index, a table of FTS5 that keeps no text and gives no word back, and
// search_rows says whose they are. On PostgreSQL they are in search_rows.

/**
 * Every word of an organization begins with this, so that one's search does not read another's words, nor
 * is ranked by them. Whose a row is says search_rows: two organizations may have the same.
 */
export const scopeOf = (organizationId: string): string =>
  hash("sha256", organizationId, "hex").slice(0, 6);

/** The order of rows in FTS5 is that of positions, with room for as many organizations at one. */
export const ROOM = 1024;

/**
 * Where more organizations have one, the rest is among the next rows: less than a millisecond further, for a
 * million organizations. Only what one organization has of the same millisecond may change places.
 */
export const CROWD = 1000 * ROOM;

const COLUMNS = "name, summary, notes, transcript";
const WEIGHTS = ["A", "B", "C", "D"];

/** The words of each field, as FTS5 is given them. */
const wordsFor = (organizationId: string, { texts }: SearchText): string[] => {
  const scope = scopeOf(organizationId);
  return findable(texts).map((words) => words.map((word) => scope + word).join(" "));
};

/** The same as PostgreSQL writes a tsvector; no phrase goes from one field into the next. */
const vectorOf = (organizationId: string, { texts }: SearchText): string => {
  const scope = scopeOf(organizationId);
  let place = 0;
  return findable(texts)
    .flatMap((words, field) => {
      place += 1;
      return words.map((word) => `'${scope}${word}':${(place += 1)}${WEIGHTS[field]!}`);
    })
    .join(" ");
};

const put = {
  sqlite: async (trx: Db, organizationId: string, text: SearchText): Promise<void> => {
    const { position, digest } = text;
    // Another organization can have a recording of the same microsecond.
    await trx.raw(
      `WITH p AS (SELECT CAST(? AS INTEGER) * ${ROOM} AS first)
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
      [...wordsFor(organizationId, text), organizationId, position],
    );
  },
  postgres: async (trx: Db, organizationId: string, text: SearchText): Promise<void> => {
    await trx.raw(
      `INSERT INTO search_rows (organization_id, position, digest, words) VALUES (?, ?, ?, ?::tsvector)`,
      [organizationId, text.position, text.digest, vectorOf(organizationId, text)],
    );
  },
};

/** FTS5 has to be told what it has to forget. */
const FORGET = `INSERT INTO search_index (search_index, rowid, ${COLUMNS})
  SELECT 'delete', number, ?, ?, ?, ? FROM search_rows
  WHERE organization_id = ? AND position = ? AND digest = ?`;

const remove = async (trx: Db, organizationId: string, text: SearchText): Promise<void> => {
  const { position, digest } = text;
  if (dialectOf(trx) === "sqlite")
    await trx.raw(FORGET, [...wordsFor(organizationId, text), organizationId, position, digest]);
  await trx("search_rows").where({ organization_id: organizationId, position }).delete();
};

/**
 * Runs a change of what recordings are found by, erasure included, and brings the index in line with it in
 * the same transaction. Inside `write`.
 */
export const indexed = async <T>(
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> => {
  for (const text of await searchTextsOf(trx, organizationId, recordingIds))
    await remove(trx, organizationId, text);
  const result = await change();
  const { [dialectOf(trx)]: add } = put;
  for (const text of await searchTextsOf(trx, organizationId, recordingIds))
    await add(trx, organizationId, text);
  return result;
};

/** Indexes what an organization has, some at a time; nothing of it is indexed yet. */
export const fillIndex = async (db: Db, organizationId: string): Promise<void> => {
  for await (const page of allSearchTexts(db, organizationId))
    await write(db, organizationId, async (trx) => {
      for (const text of page) await put[dialectOf(trx)](trx, organizationId, text);
    });
};

/** Takes all that an organization has out of the index, some at a time, before its rows go. */
export const emptyIndex = async (db: Db, organizationId: string): Promise<void> => {
  for await (const page of allSearchTexts(db, organizationId))
    await write(db, organizationId, async (trx) => {
      for (const text of page) await remove(trx, organizationId, text);
    });
};

/** Makes the index of these organizations, which are all that there are, anew. */
export const rebuildIndex = async (db: Db, organizationIds: readonly string[]): Promise<void> => {
  await db.transaction(async (trx) => {
    if (dialectOf(trx) === "sqlite")
      await trx.raw("INSERT INTO search_index (search_index) VALUES ('delete-all')");
    await trx("search_rows").delete();
  });
  for (const id of organizationIds) await fillIndex(db, id);
};

/** How many recordings of an organization are in the index with another text than they have, or not. */
export const driftOfIndex = async (db: Db, organizationId: string): Promise<number> => {
  const rows: { position: number; digest: string }[] = await db("search_rows")
    .select("position", "digest")
    .where("organization_id", organizationId);
  const known = new Map(rows.map(({ position, digest }) => [position, digest]));
  let missing = 0;
  for await (const page of allSearchTexts(db, organizationId))
    for (const { position, digest } of page) {
      if (known.get(position) !== digest) missing += 1;
      known.delete(position);
    }
  return missing + known.size;
};

/** How many rows and words of the index are of nothing; PostgreSQL has them in one place. */
export const strayInIndex = async (db: Db): Promise<number> => {
  if (dialectOf(db) === "postgres") return 0;
  const [row] = await selected<{ count: number }>(
    db,
    `SELECT (SELECT count(*) FROM search_rows d
       WHERE NOT EXISTS (SELECT 1 FROM search_index_docsize s WHERE s.id = d.number))
     + (SELECT count(*) FROM search_index_docsize s
       WHERE NOT EXISTS (SELECT 1 FROM search_rows d WHERE d.number = s.id)) AS count`,
    [],
  );
  return row!.count;
};
