import { type Db, dialectOf } from "../engine/connect.js";
import { selectRows } from "../engine/json-table.js";
import { buildWordScope } from "./search-index.js";
import type { SearchTerms } from "./search.js";

/** FTS5 stores a page of a segment under (segment << 37) + page, and its first term in search_index_idx. */
const SEGMENT_BITS = 37;
const PAGE_BITS = 31;
/** The first byte of every term of the main index in search_index_idx. */
const MAIN_INDEX = "0";
/** These sort before and after every letter and digit that can follow a word. */
const FIRST_CHARACTER = "\u{1}";
const LAST_CHARACTER = "\u{10ffff}";

const COUNT_PAGES = `WITH RECURSIVE s (id) AS (
    SELECT min(segid) FROM search_index_idx
    UNION ALL SELECT (SELECT min(segid) FROM search_index_idx WHERE segid > s.id) FROM s WHERE s.id IS NOT NULL
  )
  SELECT sum(
    coalesce(
      (SELECT pgno >> 1 FROM search_index_idx
       WHERE segid = s.id AND term >= CAST(value ->> 1 AS BLOB) ORDER BY term LIMIT 1),
      (SELECT max(id) - (s.id << ${SEGMENT_BITS}) FROM search_index_data
       WHERE id BETWEEN s.id << ${SEGMENT_BITS} AND (s.id << ${SEGMENT_BITS}) + (1 << ${PAGE_BITS}) - 1),
      0
    ) - coalesce(
      (SELECT pgno >> 1 FROM search_index_idx
       WHERE segid = s.id AND term <= CAST(value ->> 0 AS BLOB) ORDER BY term DESC LIMIT 1),
      0
    ) + 1
  ) AS pages FROM s CROSS JOIN json_each(?) WHERE s.id IS NOT NULL`;

/**
 * Counts the pages of the index that hold these terms, about 4 KB each, by looking at their ends only. FTS5 reads all
 * pages of a prefix before it returns a row, and all pages of all terms to rank. Returns 0 on PostgreSQL, which can
 * cancel a search.
 */
export const countSearchPages = async (
  db: Db,
  organizationId: string,
  { all, none }: SearchTerms,
): Promise<number> => {
  if (dialectOf(db) === "postgres") return 0;
  const scope = buildWordScope(organizationId);
  const ranges = new Map<string, [string, string]>();
  for (const { words, prefix } of [...all, ...none])
    for (const [index, word] of words.entries()) {
      const first = `${MAIN_INDEX}${scope}${word}`;
      const isOpen = prefix && index === words.length - 1;
      const end = first + (isOpen ? LAST_CHARACTER : FIRST_CHARACTER);
      ranges.set(end, [first, end]);
    }
  const rows = await selectRows<{ pages: number | null }>(db, COUNT_PAGES, [
    JSON.stringify([...ranges.values()]),
  ]);
  return rows[0]?.pages ?? 0;
};
