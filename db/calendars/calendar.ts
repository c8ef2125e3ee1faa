import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** Events with a guest from outside of the organization, or all events. */
export type CalendarEvents = "visits" | "all";

/** A calendar that is polled. Times are milliseconds since 1970. */
export interface CalendarRow {
  id: string;
  /** The rep of its appointments; null if each event names its rep. */
  userId: string | null;
  /** Sealed. */
  url: string;
  /** The host of the URL. */
  host: string;
  includesAllDay: number;
  /** Which events become appointments. */
  events: CalendarEvents;
  /** The zone of times without one; null: the calendar's. */
  timeZone: string | null;
  createdAt: number;
  /** The HTTP validators of the last full download; null after a request for a full download. */
  etag: string | null;
  lastModified: string | null;
  /** The last poll, successful or not. */
  attemptedAt: number | null;
  /** The last poll with a response, changed or not. */
  polledAt: number | null;
  /** The last poll that read the calendar. */
  readAt: number | null;
  /** The last poll that changed appointments. */
  changedAt: number | null;
  /** Why the last poll failed, or was incomplete; null after a complete poll. */
  problem: string | null;
  /** Failed polls in a row. */
  failures: number;
  /** While a poll runs: the end of its lease. */
  nextPollAt: number;
  /** The running poll; null if there is none. */
  holder: string | null;
  /** When the calendar first had suspiciously few events; null if it has enough. */
  halvedSince: number | null;
  /** 1: the next poll removes appointments even if the calendar has too few events. */
  acceptsRemovals: number;
  /** The calendar's appointments, and its occurrences without an appointment, at the last read. */
  occurrences: number;
  leftOut: number;
  /** What the last read skipped, repaired, guessed or could not read, as JSON. */
  notices: string;
}

const columns = {
  id: "id",
  userId: "user_id",
  url: "url",
  host: "host",
  includesAllDay: "includes_all_day",
  events: "events",
  timeZone: "time_zone",
  createdAt: "created_at",
  etag: "etag",
  lastModified: "last_modified",
  attemptedAt: "attempted_at",
  polledAt: "polled_at",
  readAt: "read_at",
  changedAt: "changed_at",
  problem: "problem",
  failures: "failures",
  nextPollAt: "next_poll_at",
  holder: "holder",
  halvedSince: "halved_since",
  acceptsRemovals: "accepts_removals",
  occurrences: "occurrences",
  leftOut: "left_out",
  notices: "notices",
} as const satisfies Record<keyof CalendarRow, string>;

const toColumns = (changes: Partial<CalendarRow>): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [columns[name as keyof CalendarRow], value]),
  );

/** Lists calendars by id, the oldest first. */
export const listCalendars = async (
  db: Db,
  organizationId: string,
  { limit, afterId }: { limit: number; afterId?: string | undefined },
): Promise<CalendarRow[]> => {
  const query = db("calendars").select(columns).where("organization_id", organizationId);
  if (afterId !== undefined) query.where("id", ">", afterId);
  return query.orderBy("id").limit(limit);
};

export const countCalendars = async (db: Db, organizationId: string): Promise<number> => {
  const [row] = await db("calendars")
    .where("organization_id", organizationId)
    .count({ calendars: "*" });
  return Number(row?.["calendars"] ?? 0);
};

export const findCalendarById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<CalendarRow | undefined> =>
  db("calendars").select(columns).where({ organization_id: organizationId, id }).first();

export const insertCalendar = async (
  trx: Db,
  organizationId: string,
  row: CalendarRow,
): Promise<void> => {
  await trx("calendars").insert({ organization_id: organizationId, ...toColumns(row) });
};

export const updateCalendar = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<CalendarRow>,
): Promise<void> => {
  await trx("calendars").where({ organization_id: organizationId, id }).update(toColumns(changes));
};

/** Updates the calendar that `holder` polls. Returns false if the holder has lost it. */
export const updateHeldCalendar = async (
  trx: Db,
  organizationId: string,
  { id, holder }: { id: string; holder: string },
  changes: Partial<CalendarRow>,
): Promise<boolean> =>
  (await trx("calendars")
    .where({ organization_id: organizationId, id, holder })
    .update(toColumns(changes))) > 0;

/** Makes the next poll of every calendar a full download. */
export const clearCalendarValidators = async (trx: Db, organizationId: string): Promise<void> => {
  await trx("calendars")
    .where("organization_id", organizationId)
    .update({ etag: null, last_modified: null });
};

export const deleteCalendar = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("calendars").where({ organization_id: organizationId, id }).delete();
};

interface DueSearch {
  organizationId: string;
  now: number;
  limit: number;
  after: number;
}

const due = prepareQuery<DueSearch, { id: string }>((db, { organizationId, now, limit, after }) =>
  db("calendars")
    .select("id")
    .where("organization_id", organizationId)
    .where("next_poll_at", "<=", now)
    .where("next_poll_at", ">", after)
    .orderBy("next_poll_at")
    .limit(limit),
);

/** Lists the ids of calendars whose next poll is due at `now`, after the id `after`; the longest overdue first. */
export const listDueCalendars = async (
  db: Db,
  organizationId: string,
  now: number,
  limit: number,
  after = 0,
): Promise<string[]> => (await due(db, { organizationId, now, limit, after })).map(({ id }) => id);

/** Makes calendars due if their next poll is further ahead than any planned interval: the clock was wrong then. */
export const resetDistantPolls = async (
  trx: Db,
  organizationId: string,
  now: number,
  latest: number,
): Promise<void> => {
  await trx("calendars")
    .where("organization_id", organizationId)
    .where("next_poll_at", ">", latest)
    .update({ next_poll_at: now });
};
