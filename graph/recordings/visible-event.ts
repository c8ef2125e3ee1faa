import { findAppointmentByEventId } from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import type { Context } from "../core/context.js";
import { conflict } from "../core/errors.js";

/** Refuses a call of a narrowed caller for an appointment of others, which it would match. @throws CONFLICT */
export const requireVisibleEvent = async (
  trx: Db,
  { organizationId, scope }: Context,
  eventId: string | null | undefined,
): Promise<void> => {
  if (!scope || typeof eventId !== "string") return;
  const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
  if (appointment && !isInScope(scope, appointment.userId))
    throw conflict("is taken by an appointment that the key doesn't see", "eventId");
};
