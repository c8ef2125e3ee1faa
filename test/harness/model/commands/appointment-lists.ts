import fc from "fast-check";
import { listAppointments, computeMatchStatus } from "../appointments.js";
import { APPOINTMENT_SELECTION, buildPageQuery } from "../selections.js";
import { buildCursor, splitPages, isInBounds } from "../lists.js";
import { findUser } from "../people.js";
import { toRestAppointment } from "../rest-views.js";
import type { Appointment } from "../world.js";
import { showAppointment } from "./appointments.js";
import {
  formatPath,
  defineCommand,
  mapOutcome,
  walkRestPages,
  walkGraphqlPages,
} from "./command-kind.js";
import { bounds, emails, fields, limits, maybe } from "./value-pool.js";

const paginate = (all: readonly Appointment[], limit: number) =>
  splitPages(all, limit, ({ startTime, id }) => buildCursor("appointments", startTime, id));

interface ListInput {
  limit: number;
  from?: string;
  to?: string;
  userEmail?: string;
  /** Over /graphql only. */
  matchStatus?: string;
}

export const list = defineCommand({
  weight: 3,
  data: fields<ListInput>({
    limit: limits,
    from: maybe(bounds),
    to: maybe(bounds),
    userEmail: maybe(emails),
    matchStatus: maybe(fc.constantFrom("pending", "matched", "missed")),
  }),
  resolve: (_at, data) => data,
  apply: ({ org }, { userEmail, ...between }) => {
    const user = userEmail === undefined ? undefined : findUser(org, userEmail);
    return listAppointments(org)
      .filter(({ startTime }) => isInBounds(between)(startTime))
      .filter((one) => userEmail === undefined || one.user === user);
  },
})({
  v1: mapOutcome(
    (all, _at, { limit }) => paginate(all, limit),
    walkRestPages(
      ({ limit, from, to, userEmail }) =>
        formatPath("/v1/scheduled-tasks", {
          limit,
          fromDate: from,
          toDate: to,
          user_email: userEmail,
        }),
      "startAfter",
      ({ nodes }, at) => ({
        appointments: nodes.map((one) => toRestAppointment(showAppointment(one, at))),
      }),
    ),
  ),
  graph: mapOutcome(
    (all, { world, org }, { limit, matchStatus: statusFilter = "any" }) =>
      paginate(
        all.filter(
          (one) => statusFilter === "any" || statusFilter === computeMatchStatus(world, org, one),
        ),
        limit,
      ),
    walkGraphqlPages(
      buildPageQuery("appointments", APPOINTMENT_SELECTION, "AppointmentFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      showAppointment,
    ),
  ),
});
