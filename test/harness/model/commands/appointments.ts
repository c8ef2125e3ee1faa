import fc from "fast-check";
import {
  type AppointmentInput,
  type AppointmentPatch,
  appointmentOf,
  deleteAppointment,
  updateAppointment,
  upsertAppointment,
} from "../appointments.js";
import { APPOINTMENT } from "../documents.js";
import { missing, sent } from "../inputs.js";
import { appointmentOut, bodyIn, nameIn } from "../rest.js";
import { appointmentView, time } from "../views.js";
import type { Appointment } from "../world.js";
import { graph, kind, once, type Place } from "./kind.js";
import {
  clearable,
  customers,
  emails,
  ends,
  eventIds,
  fields,
  maybe,
  names,
  objects,
  starts,
} from "./pool.js";

export const shown = (appointment: Appointment, { world, org }: Place) =>
  appointmentView(world, org, appointment);

const out = (appointment: Appointment, at: Place) => ({
  appointment: appointmentOut(shown(appointment, at)),
});

/** Times as text; what is null or absent stays so. */
const timed = (input: AppointmentPatch): object =>
  sent({
    ...input,
    startTime: input.startTime && time(input.startTime),
    endTime: input.endTime && time(input.endTime),
  });

const pathOf = (eventId: string): string => `/v1/scheduled-tasks/${encodeURIComponent(eventId)}`;

const patch = {
  endTime: clearable(ends),
  title: clearable(names),
  customer: clearable(customers),
  metadata: clearable(objects),
};

const push = kind({
  weight: 12,
  data: fields<AppointmentInput>({
    eventId: eventIds,
    userEmail: emails,
    startTime: starts,
    ...patch,
  }),
  resolve: (_at, input) => input,
  tell: ({ world, org }, input) => upsertAppointment(world, org, input),
})({
  v1: once(
    (input) => ({ method: "POST", path: "/v1/scheduled-tasks", body: bodyIn(timed(input)) }),
    out,
    nameIn,
  ),
  graph: graph(
    `mutation ($input: AppointmentInput!) {
      answer: upsertAppointment(input: $input) { ${APPOINTMENT} }
    }`,
    (input) => ({ input: timed(input) }),
    shown,
  ),
});

interface Change {
  eventId: string;
  input: AppointmentPatch;
}

const change = kind({
  weight: 8,
  data: fc.record<Change>({
    eventId: eventIds,
    input: fields<AppointmentPatch>({
      userEmail: fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 4, arbitrary: emails },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      startTime: maybe(starts),
      ...patch,
    }),
  }),
  resolve: (_at, data) => data,
  tell: ({ world, org }, { eventId, input }) => updateAppointment(world, org, eventId, input),
})({
  v1: once(
    ({ eventId, input }) => ({
      method: "PUT",
      path: pathOf(eventId),
      body: bodyIn(timed(input)),
    }),
    out,
    nameIn,
  ),
  graph: graph(
    `mutation ($eventId: String!, $input: AppointmentPatch!) {
      answer: updateAppointment(eventId: $eventId, input: $input) { ${APPOINTMENT} }
    }`,
    ({ eventId, input }) => ({ eventId, input: timed(input) }),
    shown,
  ),
});

const cancel = kind({
  weight: 4,
  data: eventIds,
  resolve: (_at, eventId) => eventId,
  tell: ({ org }, eventId) => deleteAppointment(org, eventId),
})({
  v1: once(
    (eventId) => ({ method: "DELETE", path: pathOf(eventId) }),
    () => ({ message: "Appointment deleted" }),
  ),
  graph: graph(
    "mutation ($eventId: String!) { answer: deleteAppointment(eventId: $eventId) }",
    (eventId) => ({ eventId }),
    (value) => value,
  ),
});

const read = kind({
  weight: 2,
  data: eventIds,
  resolve: (_at, eventId) => eventId,
  tell: ({ org }, eventId) => appointmentOf(org, eventId),
})({
  v1: once(
    (eventId) => ({ method: "GET", path: pathOf(eventId) }),
    (appointment, at) => {
      if (!appointment) throw missing("Appointment");
      return out(appointment, at);
    },
  ),
  graph: graph(
    `query ($eventId: String!) { answer: appointment(eventId: $eventId) { ${APPOINTMENT} } }`,
    (eventId) => ({ eventId }),
    (appointment, at) => (appointment ? shown(appointment, at) : null),
  ),
});

export const appointments = { push, change, cancel, read };
