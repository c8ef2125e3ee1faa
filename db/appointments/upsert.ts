import { type StoredAppointment, appointmentColumns } from "./appointment.js";
import type { Db } from "../engine/connect.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import { prepareQuery } from "../engine/prepared.js";

const fields = Object.keys(appointmentColumns) as (keyof StoredAppointment)[];

/** Returns the stored fields of a row by column name. */
const toColumns = (
  row: Partial<Record<keyof StoredAppointment, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) =>
      row[field] === undefined ? [] : [[appointmentColumns[field], row[field]]],
    ),
  );

const insert = prepareQuery<StoredAppointment & { organizationId: string; key: string }, never>(
  (trx, { organizationId, key, ...appointment }) =>
    trx("appointments").insert({
      organization_id: organizationId,
      event_key: key,
      ...toColumns(appointment),
    }),
);

/** Inserts an appointment. No appointment may have its event id yet. */
export const insertAppointment = async (
  trx: Db,
  organizationId: string,
  appointment: StoredAppointment,
): Promise<void> => {
  await insert(trx, { ...appointment, organizationId, key: buildLookupKey(appointment.eventId) });
};

const update = prepareQuery<
  Partial<StoredAppointment> & { organizationId: string; id: string },
  never
>((trx, { organizationId, id, ...changes }) =>
  trx("appointments").where({ organization_id: organizationId, id }).update(toColumns(changes)),
);

/** Updates only the columns that differ: SQLite rewrites an index if an update names one of its columns. */
export const updateAppointment = async (
  trx: Db,
  organizationId: string,
  before: StoredAppointment,
  after: StoredAppointment,
): Promise<void> => {
  const changes: Partial<StoredAppointment> = {};
  for (const field of fields)
    if (after[field] !== before[field]) Object.assign(changes, { [field]: after[field] });
  // The same request twice in one millisecond changes nothing, not even updatedAt.
  if (Object.keys(changes).length === 0) return;
  await update(trx, { ...changes, organizationId, id: before.id });
};

/** Deletes an appointment. A foreign key deletes its match. */
export const deleteAppointment = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("appointments").where({ organization_id: organizationId, id }).delete();
};
