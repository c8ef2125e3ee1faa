import { type Db, dialectOf } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { allocatePositions } from "./positions.js";

/** A recording and its correct client. */
export interface ClientAssignment {
  id: string;
  clientId: string | null;
}

const ASSIGNED_CLIENT_ID = "coalesce(r.created_client_id, r.customer_client_id, a.client_id)";

const outdatedClients = prepareQuery<IdBatch, ClientAssignment>((db, { organizationId, ids }) =>
  db("recordings as r")
    .leftJoin("matches as m", (on) =>
      on.on("m.organization_id", "r.organization_id").andOn("m.recording_id", "r.id"),
    )
    .leftJoin("appointments as a", (on) =>
      on.on("a.organization_id", "m.organization_id").andOn("a.id", "m.appointment_id"),
    )
    .select("r.id", { clientId: db.raw(ASSIGNED_CLIENT_ID) })
    .where("r.organization_id", organizationId)
    .where(inList(db, "r.id", ids))
    .whereRaw(`${ASSIGNED_CLIENT_ID} IS DISTINCT FROM r.client_id`),
);

/**
 * Loads those recordings among these ids whose client is wrong. The correct one: the client that a rep created for the
 * recording, else the call's customer, else the matched appointment's client.
 */
export const loadOutdatedClients = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<ClientAssignment[]> =>
  ids.length === 0 ? [] : outdatedClients(db, { organizationId, ids });

const LISTED_COLUMNS =
  "value ->> 0 AS organization_id, value ->> 1 AS id, value ->> 2 AS client_id";

/**
 * Lists a binding's rows `[organizationId, id, clientId]`, with their indexes from 0. With the organization as a
 * separate binding, SQLite reads all recordings of the organization.
 */
const LISTED_RECORDINGS = {
  sqlite: `SELECT ${LISTED_COLUMNS}, key AS place FROM json_each(?)`,
  postgres: `SELECT ${LISTED_COLUMNS}, place - 1 AS place
    FROM json_array_elements(?::json) WITH ORDINALITY AS j (value, place)`,
};

const prepareUpdate = (assignment: string) =>
  prepareQuery<{ first: number; rows: string }, never>((db, { first, rows }) =>
    db.raw(
      `UPDATE recordings SET ${assignment} updated_position = CAST(? AS BIGINT) + j.place
         FROM (${LISTED_RECORDINGS[dialectOf(db)]}) AS j
         WHERE recordings.organization_id = j.organization_id AND recordings.id = j.id`,
      [first, rows] as never[],
    ),
  );

const updateClients = prepareUpdate("client_id = j.client_id,");
/** Doesn't name the client column: SQLite writes all indexes of the columns that a statement names. */
const updatePositions = prepareUpdate("");

/** Updates clients and updatedAt of recordings. */
export const assignClients = async (
  trx: Db,
  organizationId: string,
  assignments: readonly ClientAssignment[],
  now: number,
): Promise<void> => {
  if (assignments.length === 0) return;
  const first = await allocatePositions(trx, organizationId, assignments.length, now);
  const rows = JSON.stringify(
    assignments.map(({ id, clientId }) => [organizationId, id, clientId]),
  );
  await updateClients(trx, { first, rows });
};

/** Assigns each recording a new change position, so that the next sync returns it. */
export const touchRecordings = async (
  trx: Db,
  organizationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> => {
  if (ids.length === 0) return;
  const first = await allocatePositions(trx, organizationId, ids.length, now);
  const rows = JSON.stringify(ids.map((id) => [organizationId, id]));
  await updatePositions(trx, { first, rows });
};
