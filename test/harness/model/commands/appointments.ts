import fc from "fast-check";
import {
  type AppointmentInput,
  type AppointmentPatch,
  findAppointment,
  deleteAppointment,
  updateAppointment,
  upsertAppointment,
} from "../appointments.js";
import { APPOINTMENT_SELECTION } from "../selections.js";
import { buildNotFound, omitUndefined } from "../refusal.js";
import { toRestAppointment, toRestBody, toRestName } from "../rest-views.js";
import { buildAppointmentView, formatTime } from "../views.js";
import type { Appointment } from "../world.js";
import {
  buildGraphqlExchange,
  defineCommand,
  buildExchange,
  type CommandContext,
} from "./command-kind.js";
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
  withoutBlanks,
} from "./value-pool.js";

export const showAppointment = (appointment: Appointment, { world, org }: CommandContext) =>
  buildAppointmentView(world, org, appointment);

const buildBody = (appointment: Appointment, at: CommandContext) => ({
  appointment: toRestAppointment(showAppointment(appointment, at)),
});

/** Formats the times; null and absent values stay. */
const formatTimes = (input: AppointmentPatch): object =>
  omitUndefined({
    ...input,
    startTime: input.startTime && formatTime(input.startTime),
    endTime: input.endTime && formatTime(input.endTime),
  });

const buildPath = (eventId: string): string => `/v1/scheduled-tasks/${encodeURIComponent(eventId)}`;

const patch = {
  endTime: clearable(ends),
  title: clearable(names),
  customer: clearable(customers),
  metadata: clearable(objects),
};

const push = defineCommand({
  weight: 12,
  data: fields<AppointmentInput>({
    eventId: eventIds,
    userEmail: emails,
    startTime: starts,
    ...patch,
  }),
  resolve: (_at, input) => input,
  apply: (at, input) => upsertAppointment(at.world, at.org, withoutBlanks(at, input)),
})({
  v1: buildExchange(
    (input) => ({
      method: "POST",
      path: "/v1/scheduled-tasks",
      body: toRestBody(formatTimes(input)),
    }),
    buildBody,
    toRestName,
  ),
  graph: buildGraphqlExchange(
    `mutation ($input: AppointmentInput!) {
      answer: upsertAppointment(input: $input) { ${APPOINTMENT_SELECTION} }
    }`,
    (input) => ({ input: formatTimes(input) }),
    showAppointment,
  ),
});

interface Change {
  eventId: string;
  input: AppointmentPatch;
}

const change = defineCommand({
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
  apply: (at, { eventId, input }) =>
    updateAppointment(at.world, at.org, eventId, withoutBlanks(at, input)),
})({
  v1: buildExchange(
    ({ eventId, input }) => ({
      method: "PUT",
      path: buildPath(eventId),
      body: toRestBody(formatTimes(input)),
    }),
    buildBody,
    toRestName,
  ),
  graph: buildGraphqlExchange(
    `mutation ($eventId: String!, $input: AppointmentPatch!) {
      answer: updateAppointment(eventId: $eventId, input: $input) { ${APPOINTMENT_SELECTION} }
    }`,
    ({ eventId, input }) => ({ eventId, input: formatTimes(input) }),
    showAppointment,
  ),
});

const cancel = defineCommand({
  weight: 4,
  data: eventIds,
  resolve: (_at, eventId) => eventId,
  apply: ({ org }, eventId) => deleteAppointment(org, eventId),
})({
  v1: buildExchange(
    (eventId) => ({ method: "DELETE", path: buildPath(eventId) }),
    () => ({ message: "Appointment deleted" }),
  ),
  graph: buildGraphqlExchange(
    "mutation ($eventId: String!) { answer: deleteAppointment(eventId: $eventId) }",
    (eventId) => ({ eventId }),
    (value) => value,
  ),
});

const read = defineCommand({
  weight: 2,
  data: eventIds,
  resolve: (_at, eventId) => eventId,
  apply: ({ org }, eventId) => findAppointment(org, eventId),
})({
  v1: buildExchange(
    (eventId) => ({ method: "GET", path: buildPath(eventId) }),
    (appointment, at) => {
      if (!appointment) throw buildNotFound("Appointment");
      return buildBody(appointment, at);
    },
  ),
  graph: buildGraphqlExchange(
    `query ($eventId: String!) { answer: appointment(eventId: $eventId) { ${APPOINTMENT_SELECTION} } }`,
    (eventId) => ({ eventId }),
    (appointment, at) => (appointment ? showAppointment(appointment, at) : null),
  ),
});

export const appointments = { push, change, cancel, read };
