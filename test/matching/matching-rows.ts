import type { Db } from "../../db/engine/connect.js";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import { computeWindowAfterStart } from "../../graph/matching/windows.js";

/** A recording without a match. Times are milliseconds since 1970. */
export interface RecordingFields {
  id: string;
  userId: string;
  startedAt: number;
  position: number;
}

export interface AppointmentFields {
  id: string;
  userId: string;
  eventId: string;
  startTime: number;
  endTime: number | null;
}

export const buildUserRow = (organizationId: string, id: string): object => ({
  organization_id: organizationId,
  id,
  email: `${id}@example.com`,
  email_key: buildLookupKey(`${id}@example.com`),
  name: id,
  role: "rep",
  active: 1,
  created_at: 0,
  updated_at: 0,
});

/** Builds the row of a received call. */
export const buildRecordingRow = (
  organizationId: string,
  { id, userId, startedAt, position }: RecordingFields,
): object => ({
  organization_id: organizationId,
  id,
  position,
  updated_position: position,
  status: "received",
  source: "dialer",
  name: "",
  user_id: userId,
  started_at: startedAt,
  duration: 0,
  custom_fields: "{}",
  closed: 0,
});

export const buildAppointmentRow = (
  organizationId: string,
  { id, userId, eventId, startTime, endTime }: AppointmentFields,
): object => ({
  organization_id: organizationId,
  id,
  event_id: eventId,
  event_key: buildLookupKey(eventId),
  user_id: userId,
  start_time: startTime,
  end_time: endTime,
  reach: computeWindowAfterStart(startTime, endTime),
  has_customer: 0,
  metadata: "{}",
  created_at: 0,
  updated_at: 0,
});

/** Moves an appointment to other times or another user. */
export const moveAppointment = async (
  trx: Db,
  organizationId: string,
  { id, userId, startTime, endTime }: AppointmentFields,
): Promise<void> => {
  const reach = computeWindowAfterStart(startTime, endTime);
  await trx("appointments")
    .where({ organization_id: organizationId, id })
    .update({ user_id: userId, start_time: startTime, end_time: endTime, reach });
};
