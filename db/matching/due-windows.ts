import { type AppointmentRow, queryAppointments } from "../appointments/appointment.js";
import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";

const dueWindows = prepareQuery<
  { organizationId: string; now: number; limit: number },
  AppointmentRow
>((db, { organizationId, now, limit }) =>
  queryAppointments(db, organizationId)
    .whereNull("a.match_window_closed_at")
    .whereRaw("a.start_time + a.reach < ?", [now])
    .orderByRaw("a.start_time + a.reach")
    .limit(limit),
);

/** Returns appointments whose match window is over and not closed yet, the earliest end first. */
export const listDueWindows = async (
  db: Db,
  organizationId: string,
  { now, limit }: { now: number; limit: number },
): Promise<AppointmentRow[]> => dueWindows(db, { organizationId, now, limit });

const close = prepareQuery<IdBatch & { now: number }, never>((db, { organizationId, ids, now }) =>
  db("appointments")
    .where("organization_id", organizationId)
    .where(inList(db, "id", ids))
    .update({ match_window_closed_at: now }),
);

/** Marks the match windows of these appointments as closed, and changes nothing else of them. */
export const closeWindows = async (
  trx: Db,
  organizationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> => {
  await close(trx, { organizationId, ids, now });
};
