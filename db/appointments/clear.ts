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
 * Clears customer, title and metadata of a client's appointments: those with its customer, and those without any
 * client that one of its recordings matched. Call it while the recordings and matches exist.
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
  await trx("appointments")
    .where("organization_id", organizationId)
    .where((either) => {
      either.where("client_id", clientId).orWhere((unassigned) => {
        unassigned.whereNull("client_id").whereIn("id", matched);
      });
    })
    .update({ ...CLEARED, updated_at: now });
};
