import { among } from "./among.js";
import type { Db } from "./connect.js";
import { jsonTable, selected } from "./json.js";

/** What a processed recording adds to the statistics. */
export interface FactRow {
  position: number;
  recordingId: string;
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
  position: "position",
  recordingId: "recording_id",
  userId: "user_id",
  templateId: "template_id",
  tally: "tally",
};

export const factsAt = async (
  db: Db,
  organizationId: string,
  positions: readonly number[],
): Promise<FactRow[]> =>
  db("stat_facts")
    .select(factColumns)
    .where("organization_id", organizationId)
    .where(among(db, "position", positions));

/** Those from one position to another, both included. */
export const factsInRange = async (
  db: Db,
  organizationId: string,
  from: number,
  to: number,
): Promise<FactRow[]> =>
  db("stat_facts")
    .select(factColumns)
    .where("organization_id", organizationId)
    .whereBetween("position", [from, to]);

export const deleteFacts = async (
  trx: Db,
  organizationId: string,
  positions: readonly number[],
): Promise<void> => {
  await trx("stat_facts")
    .where("organization_id", organizationId)
    .where(among(trx, "position", positions))
    .delete();
};

export const putFacts = async (
  trx: Db,
  organizationId: string,
  facts: readonly FactRow[],
): Promise<void> => {
  await trx.raw(
    `INSERT INTO stat_facts (organization_id, position, recording_id, user_id, template_id, tally)
     SELECT ?, CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, value ->> 3, value ->> 4
     FROM ${jsonTable(trx)} WHERE true
     ON CONFLICT (organization_id, position) DO UPDATE
     SET user_id = excluded.user_id, template_id = excluded.template_id, tally = excluded.tally`,
    [
      organizationId,
      JSON.stringify(
        facts.map((fact) => [
          fact.position,
          fact.recordingId,
          fact.userId,
          fact.templateId,
          fact.tally,
        ]),
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
