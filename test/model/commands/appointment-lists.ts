import fc from "fast-check";
import { appointmentsInOrder, matchStatus } from "../appointments.js";
import { APPOINTMENT, pageOf } from "../documents.js";
import { cursorOf, pagesOf, within } from "../lists.js";
import { userOf } from "../people.js";
import { appointmentOut } from "../rest.js";
import type { Appointment } from "../world.js";
import { shown } from "./appointments.js";
import { asked, kind, through, walked, walkedGraph } from "./kind.js";
import { bounds, emails, fields, limits, maybe } from "./pool.js";

const paged = (all: readonly Appointment[], limit: number) =>
  pagesOf(all, limit, ({ startTime, id }) => cursorOf("appointments", startTime, id));

interface List {
  limit: number;
  from?: string;
  to?: string;
  userEmail?: string;
  /** Over /graphql alone. */
  matchStatus?: string;
}

export const list = kind({
  weight: 3,
  data: fields<List>({
    limit: limits,
    from: maybe(bounds),
    to: maybe(bounds),
    userEmail: maybe(emails),
    matchStatus: maybe(fc.constantFrom("pending", "matched", "missed")),
  }),
  resolve: (_at, data) => data,
  tell: ({ org }, { userEmail, ...between }) => {
    const user = userEmail === undefined ? undefined : userOf(org, userEmail);
    return appointmentsInOrder(org)
      .filter(({ startTime }) => within(between)(startTime))
      .filter((one) => userEmail === undefined || one.user === user);
  },
})({
  v1: through(
    (all, _at, { limit }) => paged(all, limit),
    walked(
      ({ limit, from, to, userEmail }) =>
        asked("/v1/scheduled-tasks", { limit, fromDate: from, toDate: to, user_email: userEmail }),
      "startAfter",
      ({ nodes }, at) => ({ appointments: nodes.map((one) => appointmentOut(shown(one, at))) }),
    ),
  ),
  graph: through(
    (all, { world, org }, { limit, matchStatus: wanted = "any" }) =>
      paged(
        all.filter((one) => wanted === "any" || wanted === matchStatus(world, org, one)),
        limit,
      ),
    walkedGraph(
      pageOf("appointments", APPOINTMENT, "AppointmentFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      shown,
    ),
  ),
});
