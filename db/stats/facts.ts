import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { jsonTable, buildJsonRows, selectRows } from "../engine/json-table.js";

/** The tag number of the facts over all recordings. Tag numbers start at 0. */
export const ALL_TAGS = -1;

/** A processed recording's contribution to the statistics, under ALL_TAGS or the number of one of its tags. */
export interface FactRow {
  /** In `stat_names`; the column `tag`. */
  tagNumber: number;
  position: number;
  userId: string;
  templateId: string | null;
  tally: string;
}

const factColumns = {
  tagNumber: "tag",
  position: "position",
  userId: "user_id",
  templateId: "template_id",
  tally: "tally",
};

/** Loads the facts under ALL_TAGS at these positions. */
export const loadFactsAt = async (
  db: Db,
  organizationId: string,
  positions: readonly number[],
): Promise<FactRow[]> =>
  db("stat_facts")
    .select(factColumns)
    .where({ organization_id: organizationId, tag: ALL_TAGS })
    .where(inList(db, "position", positions));

/** Lists the number of every tag that has facts, ALL_TAGS included, by skipping from tag to tag in the index. */
export const listFactTagNumbers = async (db: Db, organizationId: string): Promise<number[]> => {
  const rows = await selectRows<{ tag: number }>(
    db,
    `WITH RECURSIVE found (tag) AS (
       SELECT min(tag) FROM stat_facts WHERE organization_id = ?
       UNION ALL
       SELECT (SELECT min(f.tag) FROM stat_facts f WHERE f.organization_id = ? AND f.tag > found.tag)
       FROM found WHERE found.tag IS NOT NULL
     ) SELECT tag FROM found WHERE tag IS NOT NULL`,
    [organizationId, organizationId],
  );
  return rows.map(({ tag }) => tag);
};

/** Loads the facts under these tag numbers between two positions, both included. */
export const loadFactsInRange = async (
  db: Db,
  organizationId: string,
  tagNumbers: readonly number[],
  from: number,
  to: number,
): Promise<FactRow[]> =>
  selectRows(
    db,
    `SELECT f.tag AS "tagNumber", f.position, f.user_id AS "userId", f.template_id AS "templateId", f.tally
     FROM ${jsonTable(db)} CROSS JOIN stat_facts AS f
     WHERE f.organization_id = ? AND f.tag = CAST(value ->> 0 AS BIGINT)
       AND f.position BETWEEN ? AND ?`,
    [buildJsonRows(tagNumbers), organizationId, from, to],
  );

/** Returns the first position from `from` on that has a fact under one of these tag numbers. */
export const findFirstFactPosition = async (
  db: Db,
  organizationId: string,
  tagNumbers: readonly number[],
  from: number,
): Promise<number | undefined> => {
  const [row] = await selectRows<{ position: number | null }>(
    db,
    `SELECT min((SELECT f.position FROM stat_facts f WHERE f.organization_id = ?
       AND f.tag = CAST(value ->> 0 AS BIGINT) AND f.position >= ? ORDER BY f.position LIMIT 1))
       AS position FROM ${jsonTable(db)}`,
    [organizationId, from, buildJsonRows(tagNumbers)],
  );
  return row?.position ?? undefined;
};

/** Deletes facts. Missing ones are ignored. */
export const deleteFacts = async (
  trx: Db,
  organizationId: string,
  keys: readonly Pick<FactRow, "tagNumber" | "position">[],
): Promise<void> => {
  if (keys.length === 0) return;
  await trx.raw(
    `DELETE FROM stat_facts WHERE organization_id = ? AND (tag, position) IN
     (SELECT CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT) FROM ${jsonTable(trx)})`,
    [organizationId, JSON.stringify(keys.map(({ tagNumber, position }) => [tagNumber, position]))],
  );
};

export const upsertFacts = async (
  trx: Db,
  organizationId: string,
  facts: readonly FactRow[],
): Promise<void> => {
  if (facts.length === 0) return;
  await trx.raw(
    `INSERT INTO stat_facts (organization_id, tag, position, user_id, template_id, tally)
     SELECT ?, CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT), value ->> 2, value ->> 3,
       value ->> 4
     FROM ${jsonTable(trx)} WHERE true
     ON CONFLICT (organization_id, tag, position) DO UPDATE
     SET user_id = excluded.user_id, template_id = excluded.template_id, tally = excluded.tally`,
    [
      organizationId,
      JSON.stringify(
        facts.map((fact) => [
          fact.tagNumber,
          fact.position,
          fact.userId,
          fact.templateId,
          fact.tally,
        ]),
      ),
    ],
  );
};
