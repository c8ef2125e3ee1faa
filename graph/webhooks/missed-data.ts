import type { AppointmentRow } from "../../db/appointments/appointment.js";
import { buildAppointmentUrl } from "../context/urls.js";
import type { EventData, EventSubject } from "./event-definition.js";
import { formatOptionalTime } from "./event-texts.js";

interface MissedEventSource {
  appointment: AppointmentRow;
  url: string;
}

export const missedSubject: EventSubject<AppointmentRow> = {};

/** An appointment without a recording. It has no words of the customer: no recording's erasure reaches its payload. */
export const missedEventData: EventData<AppointmentRow, MissedEventSource> = {
  load: async (_trx, context, appointment) => ({
    appointment,
    url: buildAppointmentUrl(context, appointment.eventId),
  }),
  fields: {
    event_id: {
      schema: { like: "Appointment.eventId" },
      value: ({ appointment }) => appointment.eventId,
    },
    startTime: {
      schema: { like: "Appointment.startTime" },
      value: ({ appointment }) => formatOptionalTime(appointment.startTime),
    },
    endTime: {
      schema: { like: "Appointment.endTime", isNullable: true },
      value: ({ appointment }) => formatOptionalTime(appointment.endTime),
    },
    userEmail: {
      schema: { like: "Appointment.userEmail" },
      value: ({ appointment }) => appointment.userEmail,
    },
    clientId: {
      schema: { like: "Recording.clientId", isNullable: true },
      value: ({ appointment }) => appointment.clientId,
    },
    appointmentUrl: {
      schema: { type: "string", description: "The appointment in the console." },
      value: ({ url }) => url,
    },
  },
};
