import { type StoredAppointment, stored } from "./appointments.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { prepared } from "./prepared.js";

const fields = Object.keys(stored) as (keyof StoredAppointment)[];

/** The stored fields of a row, under the names of their columns. */
const columnsOf = (
  row: Partial<Record<keyof StoredAppointment, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => (row[field] === undefined ? [] : [[stored[field], row[field]]])),
  );

const insert = prepared<StoredAppointment & { organizationId: string; key: string }, never>(
  (trx, { organizationId, key, ...appointment }) =>
    trx("appointments").insert({
      organization_id: organizationId,
      event_key: key,
      ...columnsOf(appointment),
    }),
);

/** No appointment has this event id yet. */
export const insertAppointment = async (
  trx: Db,
  organizationId: string,
  appointment: StoredAppointment,
): Promise<void> => {
  await insert(trx, { ...appointment, organizationId, key: keyOf(appointment.eventId) });
};

const update = prepared<Partial<StoredAppointment> & { organizationId: string; id: string }, never>(
  (trx, { organizationId, id, ...changes }) =>
    trx("appointments").where({ organization_id: organizationId, id }).update(columnsOf(changes)),
);

/** Writes what differs: an index is written anew where a column of it is named, whatever the value. */
export const updateAppointment = async (
  trx: Db,
  organizationId: string,
  before: StoredAppointment,
  after: StoredAppointment,
): Promise<void> => {
  const changes: Partial<StoredAppointment> = {};
  for (const field of fields)
    if (after[field] !== before[field]) Object.assign(changes, { [field]: after[field] });
  // Sent again within a millisecond, not even the time of the change differs.
  if (Object.keys(changes).length === 0) return;
  await update(trx, { ...changes, organizationId, id: before.id });
};

/** Its match goes with it, by foreign key. */
export const deleteAppointment = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("appointments").where({ organization_id: organizationId, id }).delete();
};
