import type { Route } from "./route.js";

export const APPOINTMENT_FRAGMENT = `fragment appointment on Appointment {
  id event_id: eventId user_email: userEmail startTime endTime title
  client: customer { id name email location }
  scheduledAt status createdAt updatedAt
  customerName customerEmail metadata matchStatus recordingId
}`;

export const appointmentRoutes: Route[] = [
  {
    method: "post",
    path: "/v1/scheduled-tasks",
    summary: "Create or change an appointment",
    description:
      "An appointment is known by `event_id`, the id that your system has for it: the first push creates it, and every later one changes the fields that it sends and keeps the others. `customer` is merged field by field. Its `id` groups calls of one customer: the client with this `crmEntityId` is created where there is none.",
    errorCodes: ["USER_NOT_FOUND"],
    operation: `mutation pushAppointment(
      $event_id: String!, $user_email: String!, $start_time: DateTime!, $end_time: DateTime,
      $title: String, $customer: CustomerInput, $metadata: JSON
    ) {
      appointment: upsertAppointment(input: {
        eventId: $event_id, userEmail: $user_email, startTime: $start_time, endTime: $end_time,
        title: $title, customer: $customer, metadata: $metadata
      }) { ...appointment }
    } ${APPOINTMENT_FRAGMENT}`,
  },
  {
    method: "get",
    path: "/v1/scheduled-tasks",
    summary: "List appointments",
    description: "By `startTime`, the earliest first, then by id.",
    operation: `query listAppointments(
      $fromDate: DateFrom, $toDate: DateTo, $user_email: String, $limit: Int, $startAfter: String
    ) {
      body: appointments(
        first: $limit, after: $startAfter,
        filter: { from: $fromDate, to: $toDate, userEmail: $user_email }
      ) {
        appointments: nodes { ...appointment }
        nextCursor
        hasMore
      }
    } ${APPOINTMENT_FRAGMENT}`,
  },
  {
    method: "get",
    path: "/v1/scheduled-tasks/:event_id",
    summary: "Read an appointment",
    operation: `query getAppointment($event_id: String!) {
      appointment(eventId: $event_id) { ...appointment }
    } ${APPOINTMENT_FRAGMENT}`,
    notFoundMessage: "Appointment not found",
  },
  {
    method: "put",
    path: "/v1/scheduled-tasks/:event_id",
    summary: "Change an appointment",
    description: "Only the fields that are sent change; `null` clears an optional one.",
    errorCodes: ["USER_NOT_FOUND"],
    operation: `mutation changeAppointment(
      $event_id: String!, $user_email: String, $start_time: DateTime, $end_time: DateTime,
      $title: String, $customer: CustomerInput, $metadata: JSON
    ) {
      appointment: updateAppointment(eventId: $event_id, input: {
        userEmail: $user_email, startTime: $start_time, endTime: $end_time,
        title: $title, customer: $customer, metadata: $metadata
      }) { ...appointment }
    } ${APPOINTMENT_FRAGMENT}`,
    nonNullBodyFields: ["event_id", "user_email", "start_time"],
  },
  {
    method: "delete",
    path: "/v1/scheduled-tasks/:event_id",
    summary: "Delete an appointment",
    description: "The recording that it is matched to stays.",
    operation: `mutation deleteAppointment($event_id: String!) { deleteAppointment(eventId: $event_id) }`,
    staticResponse: { message: "Appointment deleted" },
  },
];
