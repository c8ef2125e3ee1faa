import type { Db } from "../engine/connect.js";

/** The columns that can name a client. Event id, user and times stay. */
const CLEARED = {
  title: null,
  has_customer: 0,
  customer_id: null,
  customer_name: null,
  customer_email: null,
  customer_location: null,
  client_id: null,
  metadata: "{}",
};

/**
 * Clears customer, title and metadata in a client's appointments: those with its customer, and those without a client
 * that match one of its recordings. Call it before the recordings and matches are deleted.
 */
export const clearClientAppointments = async (
  trx: Db,
  organizationId: string,
  clientId: string,
  now: number,
): Promise<void> => {
  const matched = trx("matches as m")
    .join("recordings as r", (on) =>
      on.on("r.organization_id", "m.organization_id").andOn("r.id", "m.recording_id"),
    )
    .where("m.organization_id", organizationId)
    .where("r.client_id", clientId)
    .select("m.appointment_id");
  // Two changes: one with both conditions would read every appointment on SQLite.
  const changes = { ...CLEARED, updated_at: now };
  await trx("appointments")
    .where("organization_id", organizationId)
    .whereIn("id", matched)
    .whereNull("client_id")
    .update(changes);
  await trx("appointments")
    .where({ organization_id: organizationId, client_id: clientId })
    .update(changes);
};
