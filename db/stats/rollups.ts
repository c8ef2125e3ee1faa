import { among } from "./among.js";
import type { Db } from "./connect.js";
import { jsonTable, rowsOf, selected } from "./json.js";

/** The tag of the facts of all recordings, whatever tags they have; numbers of tags begin at 0. */
export const ALL = -1;

/** What a processed recording adds to the statistics, under ALL or under the number of a tag that it has. */
export interface FactRow {
  tag: number;
  position: number;
  userId: string;
  templateId: string | null;
  tally: string;
}

/** Which sums these are: of a user's recordings in `span` days from `day` on. */
export interface CellKey {
  /** Empty for all recordings together. */
  templateId: string;
  span: number;
  /** Since 1970; a multiple of the span. */
  day: number;
  userId: string;
}

export interface CellRow extends CellKey {
  tally: string;
}

const factColumns = {
  tag: "tag",
  position: "position",
  userId: "user_id",
  templateId: "template_id",
  tally: "tally",
};

/** Those under ALL at the positions. */
export const factsAt = async (
  db: Db,
  organizationId: string,
  positions: readonly number[],
): Promise<FactRow[]> =>
  db("stat_facts")
    .select(factColumns)
    .where({ organization_id: organizationId, tag: ALL })
    .where(among(db, "position", positions));

/** What facts there are under: ALL and numbers of tags, found without reading the facts between them. */
export const factTags = async (db: Db, organizationId: string): Promise<number[]> => {
  const rows = await selected<{ tag: number }>(
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

/** Those under these tags from one position to another, both included. */
export const factsInRange = async (
  db: Db,
  organizationId: string,
  tags: readonly number[],
  from: number,
  to: number,
): Promise<FactRow[]> =>
  selected(
    db,
    `SELECT f.tag, f.position, f.user_id AS "userId", f.template_id AS "templateId", f.tally
     FROM ${jsonTable(db)} CROSS JOIN stat_facts AS f
     WHERE f.organization_id = ? AND f.tag = CAST(value ->> 0 AS BIGINT)
       AND f.position BETWEEN ? AND ?`,
    [rowsOf(tags), organizationId, from, to],
  );

/** The first position from this one on at which there is a fact under one of these tags. */
export const firstFact = async (
  db: Db,
  organizationId: string,
  tags: readonly number[],
  from: number,
): Promise<number | undefined> => {
  const [row] = await selected<{ position: number | null }>(
    db,
    `SELECT min((SELECT f.position FROM stat_facts f WHERE f.organization_id = ?
       AND f.tag = CAST(value ->> 0 AS BIGINT) AND f.position >= ? ORDER BY f.position LIMIT 1))
       AS position FROM ${jsonTable(db)}`,
    [organizationId, from, rowsOf(tags)],
  );
  return row?.position ?? undefined;
};

/** Deletes those that there are. */
export const deleteFacts = async (
  trx: Db,
  organizationId: string,
  keys: readonly Pick<FactRow, "tag" | "position">[],
): Promise<void> => {
  if (keys.length === 0) return;
  await trx.raw(
    `DELETE FROM stat_facts WHERE organization_id = ? AND (tag, position) IN
     (SELECT CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT) FROM ${jsonTable(trx)})`,
    [organizationId, JSON.stringify(keys.map(({ tag, position }) => [tag, position]))],
  );
};

export const putFacts = async (
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
        facts.map((fact) => [fact.tag, fact.position, fact.userId, fact.templateId, fact.tally]),
      ),
    ],
  );
};

const keysJson = (keys: readonly CellKey[]): string =>
  JSON.stringify(keys.map(({ templateId, span, day, userId }) => [templateId, span, day, userId]));

const keyOfValue =
  "value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3";

/** All of a span and its first day, of every template. */
export const cellsOfPeriod = async (
  db: Db,
  organizationId: string,
  span: number,
  day: number,
): Promise<CellRow[]> =>
  db("stat_cells")
    .select({
      templateId: "template_id",
      span: "span",
      day: "day",
      userId: "user_id",
      tally: "tally",
    })
    .where({ organization_id: organizationId, span, day });

/** Those of the cells that there are. */
export const cellsAt = async (
  db: Db,
  organizationId: string,
  keys: readonly CellKey[],
): Promise<CellRow[]> =>
  selected(
    db,
    `SELECT c.template_id AS "templateId", c.span, c.day, c.user_id AS "userId", c.tally
     FROM ${jsonTable(db)} CROSS JOIN stat_cells AS c
     WHERE c.organization_id = ? AND c.template_id = value ->> 0
       AND c.span = CAST(value ->> 1 AS BIGINT) AND c.day = CAST(value ->> 2 AS BIGINT)
       AND c.user_id = value ->> 3`,
    [keysJson(keys), organizationId],
  );

export const putCells = async (
  trx: Db,
  organizationId: string,
  cells: readonly CellRow[],
): Promise<void> => {
  if (cells.length === 0) return;
  await trx.raw(
    `INSERT INTO stat_cells (organization_id, template_id, span, day, user_id, tally)
     SELECT ?, ${keyOfValue}, value ->> 4 FROM ${jsonTable(trx)} WHERE true
     ON CONFLICT (organization_id, span, day, template_id, user_id) DO UPDATE
     SET tally = excluded.tally`,
    [
      organizationId,
      JSON.stringify(
        cells.map((cell) => [cell.templateId, cell.span, cell.day, cell.userId, cell.tally]),
      ),
    ],
  );
};

export const deleteCells = async (
  trx: Db,
  organizationId: string,
  keys: readonly CellKey[],
): Promise<void> => {
  if (keys.length === 0) return;
  await trx.raw(
    `DELETE FROM stat_cells WHERE organization_id = ?
     AND (template_id, span, day, user_id) IN (SELECT ${keyOfValue} FROM ${jsonTable(trx)})`,
    [organizationId, keysJson(keys)],
  );
};
