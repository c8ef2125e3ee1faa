import type { Route } from "../route.js";

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
    summary: "Create or update an appointment",
    description:
      "`event_id` is your own id of the appointment. The first request creates it; a later one updates the fields that it sends and keeps the others. `customer` merges field by field. `customer.id` groups the calls of one customer: debrief creates the client with this `crmEntityId` if none exists.",
    errorCodes: ["USER_NOT_FOUND", "CONFLICT"],
    blankIsAbsent: true,
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
    description: "Sorted by `startTime`, the earliest first, then by id.",
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
    summary: "Update an appointment",
    description: "Updates only the fields that are sent. `null` clears an optional field.",
    errorCodes: ["USER_NOT_FOUND", "CONFLICT"],
    operation: `mutation changeAppointment(
      $event_id: String!, $user_email: String, $start_time: DateTime, $end_time: DateTime,
      $title: String, $customer: CustomerInput, $metadata: JSON
    ) {
      appointment: updateAppointment(eventId: $event_id, input: {
        userEmail: $user_email, startTime: $start_time, endTime: $end_time,
        title: $title, customer: $customer, metadata: $metadata
      }) { ...appointment }
    } ${APPOINTMENT_FRAGMENT}`,
    blankIsAbsent: true,
    nonNullBodyFields: ["event_id", "user_email", "start_time"],
  },
  {
    method: "delete",
    path: "/v1/scheduled-tasks/:event_id",
    summary: "Delete an appointment",
    description: "The matched recording stays.",
    operation: `mutation deleteAppointment($event_id: String!) { deleteAppointment(eventId: $event_id) }`,
    staticResponse: { message: "Appointment deleted" },
  },
];
