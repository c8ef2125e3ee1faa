import type { Db } from "../engine/connect.js";
import { jsonTable, selectRows } from "../engine/json-table.js";

/** The key of a bucket, which adds up a user's recordings in `span` days from `day` on. */
export interface StatBucketKey {
  /** Empty for the bucket over all templates. */
  templateId: string;
  span: number;
  /** Days since 1970; a multiple of the span. */
  day: number;
  userId: string;
}

export interface StatBucketRow extends StatBucketKey {
  tally: string;
}

const buildBucketKeysJson = (keys: readonly StatBucketKey[]): string =>
  JSON.stringify(keys.map(({ templateId, span, day, userId }) => [templateId, span, day, userId]));

const BUCKET_KEY_COLUMNS =
  "value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3";

/** Loads every bucket of a span and its first day. */
export const loadStatBucketsOfPeriod = async (
  db: Db,
  organizationId: string,
  span: number,
  day: number,
): Promise<StatBucketRow[]> =>
  db("stat_cells")
    .select({
      templateId: "template_id",
      span: "span",
      day: "day",
      userId: "user_id",
      tally: "tally",
    })
    .where({ organization_id: organizationId, span, day });

/** Loads buckets by key. Missing ones are left out. */
export const loadStatBuckets = async (
  db: Db,
  organizationId: string,
  keys: readonly StatBucketKey[],
): Promise<StatBucketRow[]> =>
  selectRows(
    db,
    `SELECT c.template_id AS "templateId", c.span, c.day, c.user_id AS "userId", c.tally
     FROM ${jsonTable(db)} CROSS JOIN stat_cells AS c
     WHERE c.organization_id = ? AND c.template_id = value ->> 0
       AND c.span = CAST(value ->> 1 AS BIGINT) AND c.day = CAST(value ->> 2 AS BIGINT)
       AND c.user_id = value ->> 3`,
    [buildBucketKeysJson(keys), organizationId],
  );

export const upsertStatBuckets = async (
  trx: Db,
  organizationId: string,
  buckets: readonly StatBucketRow[],
): Promise<void> => {
  if (buckets.length === 0) return;
  await trx.raw(
    `INSERT INTO stat_cells (organization_id, template_id, span, day, user_id, tally)
     SELECT ?, ${BUCKET_KEY_COLUMNS}, value ->> 4 FROM ${jsonTable(trx)} WHERE true
     ON CONFLICT (organization_id, span, day, template_id, user_id) DO UPDATE
     SET tally = excluded.tally`,
    [
      organizationId,
      JSON.stringify(
        buckets.map((bucket) => [
          bucket.templateId,
          bucket.span,
          bucket.day,
          bucket.userId,
          bucket.tally,
        ]),
      ),
    ],
  );
};

export const deleteStatBuckets = async (
  trx: Db,
  organizationId: string,
  keys: readonly StatBucketKey[],
): Promise<void> => {
  if (keys.length === 0) return;
  await trx.raw(
    `DELETE FROM stat_cells WHERE organization_id = ?
     AND (template_id, span, day, user_id) IN (SELECT ${BUCKET_KEY_COLUMNS} FROM ${jsonTable(trx)})`,
    [organizationId, buildBucketKeysJson(keys)],
  );
};
