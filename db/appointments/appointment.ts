import type { Knex } from "knex";
import { inList, type IdBatch } from "../engine/in-list.js";
import { createColumnList } from "../engine/column-list.js";
import { type Db, dialectOf } from "../engine/connect.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import type { Placeholder } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";
import {
  findOnlyUser,
  listRecordingConditions,
  scopeOf,
  withinScope,
} from "../engine/viewer-scope.js";
import { limitScan } from "../engine/read-limit.js";

/** How the appointment was matched to its recording. */
export type MatchMethod = "explicit" | "window" | "manual";

export interface AppointmentRow {
  id: string;
  eventId: string;
  userId: string;
  userEmail: string;
  startTime: number;
  endTime: number | null;
  /** From the start to the end of the match window. */
  windowAfterStartMs: number;
  title: string | null;
  /** 1 if a customer was sent, even an empty one. */
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
  /** When the server closed the match window, in milliseconds since 1970; null while it is open. */
  matchWindowClosedAt: number | null;
  /** The matched recording and its method; null without a match. */
  recordingId: string | null;
  matchMethod: MatchMethod | null;
}

/** The stored fields and their columns. */
export const appointmentColumns = {
  id: "id",
  eventId: "event_id",
  userId: "user_id",
  startTime: "start_time",
  endTime: "end_time",
  windowAfterStartMs: "reach",
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
  matchWindowClosedAt: "match_window_closed_at",
} as const;

export type StoredAppointment = Pick<AppointmentRow, keyof typeof appointmentColumns>;

const selectColumns = createColumnList({
  ...Object.fromEntries(
    Object.entries(appointmentColumns).map(([field, column]) => [field, `a.${column}`]),
  ),
  userEmail: "u.email",
  recordingId: "m.recording_id",
  matchMethod: "m.method",
});

/**
 * Builds a query for appointments with their users' e-mail addresses and their matches. Use an inner join for
 * conditions on the match: SQLite doesn't start from the match in an outer join.
 */
export const queryAppointments = (
  db: Db,
  organizationId: string | Placeholder,
  join: "join" | "leftJoin" = "leftJoin",
): Knex.QueryBuilder => {
  const query = db("appointments as a").join("users as u", (on) =>
    on.on("u.organization_id", "a.organization_id").andOn("u.id", "a.user_id"),
  );
  return query[join]("matches as m", (on) => {
    on.on("m.organization_id", "a.organization_id").andOn("m.appointment_id", "a.id");
    for (const condition of listRecordingConditions(db, organizationId, "m.recording_id"))
      on.on(condition);
  })
    .select(selectColumns(db))
    .where("a.organization_id", organizationId)
    .modify(withinScope(db, "a.user_id"));
};

/**
 * Sorts a user's appointments by start, then id. SQLite's index of a user's appointments doesn't order ids, so an
 * expression sorts those with the same start. With the plain column, SQLite would read all users' appointments in list
 * order.
 */
export const orderByStart = (
  db: Db,
  query: Knex.QueryBuilder,
  order: "ASC" | "DESC" = "ASC",
): Knex.QueryBuilder =>
  query.orderByRaw(
    `a.start_time ${order}, ${dialectOf(db) === "sqlite" ? "a.id || ''" : "a.id"} ${order}`,
  );

interface AppointmentSearch {
  limit: number;
  from?: number;
  to?: number;
  userId?: string;
  clientId?: string;
  matched?: boolean;
}

interface AppointmentKeyset {
  startTime: number;
  id: string;
}

const preparePage = (matched: boolean | undefined) =>
  prepareQuery<
    Omit<AppointmentSearch, "matched"> & Partial<AppointmentKeyset> & { organizationId: string },
    AppointmentRow
  >((db, { organizationId, limit, startTime, id, from, to, userId, clientId }) => {
    const query = queryAppointments(db, organizationId);
    const isNarrowed = scopeOf(db) && userId === undefined;
    const isClientOfUser = clientId !== undefined && userId !== undefined;
    if (matched !== undefined || isNarrowed || isClientOfUser) query.whereRaw(limitScan(db));
    // Separate conditions, not a row comparison: SQLite must choose the index by the plain bound only.
    if (startTime !== undefined && id !== undefined)
      query
        .where("a.start_time", ">=", startTime)
        .whereRaw("(a.start_time > ? OR a.id > ?)", [startTime, id]);
    if (from !== undefined) query.where("a.start_time", ">=", from);
    if (to !== undefined) query.where("a.start_time", "<=", to);
    if (userId !== undefined) query.where("a.user_id", userId);
    if (clientId !== undefined) query.where("a.client_id", clientId);
    if (matched === true) query.whereNotNull("m.recording_id");
    if (matched === false) query.whereNull("m.recording_id");
    return (
      userId === undefined ? query.orderBy(["a.start_time", "a.id"]) : orderByStart(db, query)
    ).limit(limit);
  });

const pageQueries = {
  any: preparePage(undefined),
  true: preparePage(true),
  false: preparePage(false),
};

/** Lists appointments by startTime, then id. `from` and `to` bound startTime, both inclusive. */
export const listAppointments = async (
  db: Db,
  organizationId: string,
  { matched, after, ...search }: AppointmentSearch & { after?: AppointmentKeyset },
): Promise<AppointmentRow[]> => {
  // A client's appointments are fewer than those of a user.
  const userId = search.userId ?? (search.clientId === undefined ? findOnlyUser(db) : undefined);
  return pageQueries[`${matched ?? "any"}`](db, {
    organizationId,
    ...search,
    ...after,
    ...(userId !== undefined && { userId }),
  });
};

interface LookupValues {
  organizationId: string;
  value: string;
}

const prepareLookup = (column: string) =>
  prepareQuery<LookupValues, AppointmentRow>((db, { organizationId, value }) =>
    queryAppointments(db, organizationId).where(column, value).first(),
  );

const byEventKey = prepareLookup("a.event_key");
const byId = prepareLookup("a.id");

export const findAppointmentByEventId = async (
  db: Db,
  organizationId: string,
  eventId: string,
): Promise<AppointmentRow | undefined> =>
  (await byEventKey(db, { organizationId, value: buildLookupKey(eventId) }))[0];

export const findAppointmentById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<AppointmentRow | undefined> => (await byId(db, { organizationId, value: id }))[0];

type MatchedAppointment = AppointmentRow & { recordingId: string; matchMethod: MatchMethod };

const byRecordingIds = prepareQuery<IdBatch, MatchedAppointment>((db, { organizationId, ids }) =>
  queryAppointments(db, organizationId, "join").where(inList(db, "m.recording_id", ids)),
);

/** Loads the matched appointments of several recordings. */
export const loadAppointmentsByRecordings = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<MatchedAppointment[]> => byRecordingIds(db, { organizationId, ids });
