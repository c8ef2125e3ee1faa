import type { Db } from "../engine/connect.js";
import { selectRows } from "../engine/json-table.js";
import { dialectOf } from "../engine/connect.js";
import { snapshot } from "../engine/snapshot.js";
import { loadSearchTextPage, type SearchText } from "./texts.js";

const PAGE_SIZE = 200;

/** How a page of recordings and its index entries differ. */
export interface SearchPageDrift {
  /** Recordings without an entry. */
  missing: SearchText[];
  /** Recordings whose entry is right, but has the words of before migration 0058. */
  former: SearchText[];
  /** The positions of entries whose words differ from their recording, or that have no recording. */
  wrong: number[];
  /** The last position of the page; undefined on the last page. */
  last: number | undefined;
}

/** Compares a page of recordings after a position with the index. Inside one snapshot or transaction. */
export const compareSearchPage = async (
  trx: Db,
  organizationId: string,
  after: number,
  limit: number,
): Promise<SearchPageDrift> => {
  const page = await loadSearchTextPage(trx, organizationId, after, limit);
  const last = page[limit - 1]?.position;
  const entries: { position: number; digest: string }[] = await trx("search_rows")
    .select("position", "digest")
    .where("organization_id", organizationId)
    .whereBetween("position", [after + 1, last ?? Number.MAX_SAFE_INTEGER]);
  const digests = new Map(entries.map(({ position, digest }) => [position, digest]));
  const missing: SearchText[] = [];
  const former: SearchText[] = [];
  for (const text of page) {
    const digest = digests.get(text.position);
    if (digest === undefined) missing.push(text);
    else if (digest === text.digest) digests.delete(text.position);
    else if (digest === text.formerDigest) {
      former.push(text);
      digests.delete(text.position);
    }
  }
  return { missing, former, wrong: [...digests.keys()], last };
};

/** The number of recordings whose index entries differ. */
export interface SearchDrift {
  missing: number;
  wrong: number;
}

/** Counts an organization's differences, a page in each snapshot: concurrent writers cause no false ones. */
export const countSearchDrift = async (db: Db, organizationId: string): Promise<SearchDrift> => {
  const drift = { missing: 0, wrong: 0 };
  for (let after: number | undefined = -1; after !== undefined;) {
    const start: number = after;
    const { missing, wrong, last } = await snapshot(db, (trx) =>
      compareSearchPage(trx, organizationId, start, PAGE_SIZE),
    );
    drift.missing += missing.length;
    drift.wrong += wrong.length;
    after = last;
  }
  return drift;
};

/** Counts index rows without words, and words without a row. On PostgreSQL, one row contains both. */
export const countStraySearchRows = async (db: Db): Promise<number> => {
  if (dialectOf(db) === "postgres") return 0;
  const [row] = await selectRows<{ count: number }>(
    db,
    `SELECT (SELECT count(*) FROM search_rows d
       WHERE NOT EXISTS (SELECT 1 FROM search_index_docsize s WHERE s.id = d.number))
     + (SELECT count(*) FROM search_index_docsize s
       WHERE NOT EXISTS (SELECT 1 FROM search_rows d WHERE d.number = s.id)) AS count`,
    [],
  );
  return row!.count;
};
