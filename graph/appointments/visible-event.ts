import {
  type AppointmentRow,
  findAppointmentByEventId,
} from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import { findExplicitRecording } from "../../db/matching/matches.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";

/** Refuses a call from a scoped caller that would match an appointment outside the scope. @throws CONFLICT */
export const requireVisibleEvent = async (
  trx: Db,
  { organizationId, scope }: Context,
  eventId: string | null | undefined,
): Promise<void> => {
  if (!scope || typeof eventId !== "string") return;
  const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
  if (appointment && !isInScope(scope, appointment.userId))
    throw conflict("is already used by an appointment outside the key's scope", "eventId");
};

/** Refuses a new appointment from a scoped caller that a call outside the scope would match. @throws CONFLICT */
export const requireUnclaimedEvent = async (
  trx: Db,
  { organizationId, scope }: Context,
  appointment: AppointmentRow,
): Promise<void> => {
  if (!scope) return;
  const id = await findExplicitRecording(trx, organizationId, appointment);
  const recording = id === undefined ? undefined : await findRecordingById(trx, organizationId, id);
  if (recording && !isInScope(scope, recording.userId))
    throw conflict("is already used by a call outside the key's scope", "eventId");
};
