import type { Knex } from "knex";
import { among, type OfMany } from "./among.js";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { type Placeholder, prepared } from "./prepared.js";

export type MatchMethod = "explicit" | "window" | "manual";

export interface AppointmentRow {
  id: string;
  eventId: string;
  userId: string;
  userEmail: string;
  startTime: number;
  endTime: number | null;
  /** Milliseconds from the start to the end of the window in which a call can be matched. */
  reach: number;
  title: string | null;
  /** 1 where a customer was sent at all, be it an empty one. */
  hasCustomer: number;
  customerId: string | null;
  customerName: string | null;
  customerEmail: string | null;
  customerLocation: string | null;
  clientId: string | null;
  /** JSON. */
  metadata: string;
  createdAt: number;
  updatedAt: number;
  /** The matched recording and how it was matched; null where there is none. */
  recordingId: string | null;
  matchMethod: MatchMethod | null;
}

/** The fields of a row of the table, and their columns. */
export const stored = {
  id: "id",
  eventId: "event_id",
  userId: "user_id",
  startTime: "start_time",
  endTime: "end_time",
  reach: "reach",
  title: "title",
  hasCustomer: "has_customer",
  customerId: "customer_id",
  customerName: "customer_name",
  customerEmail: "customer_email",
  customerLocation: "customer_location",
  clientId: "client_id",
  metadata: "metadata",
  createdAt: "created_at",
  updatedAt: "updated_at",
} as const;

export type StoredAppointment = Pick<AppointmentRow, keyof typeof stored>;

const selected = columnList({
  ...Object.fromEntries(Object.entries(stored).map(([field, column]) => [field, `a.${column}`])),
  userEmail: "u.email",
  recordingId: "m.recording_id",
  matchMethod: "m.method",
});

/**
 * Appointments with their users' addresses and their matches, to narrow down. SQLite does not look a match
 * up first through an outer join, although the condition is on it.
 */
export const appointments = (
  db: Db,
  organizationId: string | Placeholder,
  join: "join" | "leftJoin" = "leftJoin",
): Knex.QueryBuilder => {
  const query = db("appointments as a").join("users as u", (on) =>
    on.on("u.organization_id", "a.organization_id").andOn("u.id", "a.user_id"),
  );
  return query[join]("matches as m", (on) =>
    on.on("m.organization_id", "a.organization_id").andOn("m.appointment_id", "a.id"),
  )
    .select(selected(db))
    .where("a.organization_id", organizationId);
};

interface Search {
  limit: number;
  from?: number;
  to?: number;
  userId?: string;
  matched?: boolean;
}

interface Place {
  startTime: number;
  id: string;
}

const paged = (matched: boolean | undefined) =>
  prepared<Omit<Search, "matched"> & Partial<Place> & { organizationId: string }, AppointmentRow>(
    (db, { organizationId, limit, startTime, id, from, to, userId }) => {
      const query = appointments(db, organizationId);
      // SQLite seeks by the plain bound only; the pair decides among those that start together.
      if (startTime !== undefined && id !== undefined)
        query
          .where("a.start_time", ">=", startTime)
          .whereRaw("(a.start_time, a.id) > (?, ?)", [startTime, id]);
      if (from !== undefined) query.where("a.start_time", ">=", from);
      if (to !== undefined) query.where("a.start_time", "<=", to);
      if (userId !== undefined) query.where("a.user_id", userId);
      if (matched === true) query.whereNotNull("m.recording_id");
      if (matched === false) query.whereNull("m.recording_id");
      return query.orderBy(["a.start_time", "a.id"]).limit(limit);
    },
  );

const pages = { any: paged(undefined), true: paged(true), false: paged(false) };

/** By startTime, then id. `from` and `to` bound startTime and are included. */
export const pageOfAppointments = async (
  db: Db,
  organizationId: string,
  { matched, after, ...search }: Search & { after?: Place },
): Promise<AppointmentRow[]> =>
  pages[`${matched ?? "any"}`](db, { organizationId, ...search, ...after });

interface Named {
  organizationId: string;
  value: string;
}

const by = (column: string) =>
  prepared<Named, AppointmentRow>((db, { organizationId, value }) =>
    appointments(db, organizationId).where(column, value).first(),
  );

const byEventKey = by("a.event_key");
const byId = by("a.id");

export const appointmentByEventId = async (
  db: Db,
  organizationId: string,
  eventId: string,
): Promise<AppointmentRow | undefined> =>
  (await byEventKey(db, { organizationId, value: keyOf(eventId) }))[0];

export const appointmentById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<AppointmentRow | undefined> => (await byId(db, { organizationId, value: id }))[0];

type MatchedAppointment = AppointmentRow & { recordingId: string; matchMethod: MatchMethod };

const ofRecordings = prepared<OfMany, MatchedAppointment>((db, { organizationId, ids }) =>
  appointments(db, organizationId, "join").where(among(db, "m.recording_id", ids)),
);

/** The matched appointments of several recordings. */
export const appointmentsOfRecordings = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<MatchedAppointment[]> => ofRecordings(db, { organizationId, ids });
