import { createHash } from "node:crypto";
import type { Db } from "../../db/engine/connect.js";
import { loadUsersByEmails, loadUsersByIds, type UserRow } from "../../db/people/users.js";
import type { CalendarEvents } from "../../db/calendars/calendar.js";
import { runInPieces } from "../turns/in-pieces.js";
import type { CalendarNotices } from "./calendar-notices.js";
import { type IsColleague, loadColleagues } from "./colleagues.js";
import { findVisitProblem, listGuests } from "./countable.js";
import type { Occurrence, Person } from "./occurrence.js";

/** An appointment that a calendar should have. */
export interface CalendarAppointment {
  /** Without the rep (`buildRepEventId`). */
  eventId: string;
  userId: string;
  userEmail: string;
  startTime: number;
  endTime: number | null;
  title: string | null;
  customer: Person | null;
  /** Changes if any other field changes. */
  digest: string;
}

const loadUsers = async (
  db: Db,
  organizationId: string,
  occurrences: readonly Occurrence[],
): Promise<Map<string, UserRow>> => {
  const emails = new Set<string>();
  for (const { organizer, attendees } of occurrences)
    for (const { email } of organizer ? [organizer, ...attendees] : attendees) emails.add(email);
  const users = new Map<string, UserRow>();
  await runInPieces([...emails], async (piece) => {
    for (const user of await loadUsersByEmails(db, organizationId, piece))
      users.set(user.email.toLowerCase(), user);
  });
  return users;
};

/** Returns the rep: the calendar's user, else the organizer, else the first attendee who is an active user. */
const findRep = (
  { organizer, attendees }: Occurrence,
  owner: UserRow | undefined,
  users: Map<string, UserRow>,
): UserRow | undefined => {
  if (owner) return owner.active ? owner : undefined;
  const people = organizer ? [organizer, ...attendees] : attendees;
  return people.map(({ email }) => users.get(email)).find((user) => user?.active);
};

const buildWanted = (
  occurrence: Occurrence,
  rep: UserRow,
  isColleague: IsColleague,
): CalendarAppointment => {
  const { eventId, startTime, endTime, title } = occurrence;
  const [customer = null] = listGuests(occurrence, isColleague);
  const fields = {
    eventId,
    userId: rep.id,
    userEmail: rep.email,
    startTime,
    endTime,
    title,
    customer,
  };
  const digest = createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
  return { ...fields, digest };
};

/** What a calendar's appointments depend on, apart from its contents. */
export interface CalendarChoice {
  /** The calendar's user; null if each event names its rep. */
  userId: string | null;
  events: CalendarEvents;
}

/**
 * Returns the appointments for a calendar's occurrences, by event id. Omits and notices cancelled occurrences, those that
 * don't count, and those without an active user.
 */
export const buildCalendarAppointments = async (
  db: Db,
  organizationId: string,
  { userId, events }: CalendarChoice,
  occurrences: readonly Occurrence[],
  notices: CalendarNotices,
): Promise<Map<string, CalendarAppointment>> => {
  const users = await loadUsers(db, organizationId, occurrences);
  const isColleague = await loadColleagues(db, organizationId);
  const [owner] = userId === null ? [] : await loadUsersByIds(db, organizationId, [userId]);
  const wanted = new Map<string, CalendarAppointment>();
  for (const occurrence of occurrences) {
    const rep = findRep(occurrence, owner, users);
    const problem = occurrence.isCancelled
      ? "cancelled"
      : ((events === "visits"
          ? findVisitProblem(occurrence, owner?.email, isColleague)
          : undefined) ?? (rep ? undefined : "no active user is its rep"));
    if (problem !== undefined) notices.add("skipped", problem, occurrence.place);
    else if (rep) wanted.set(occurrence.eventId, buildWanted(occurrence, rep, isColleague));
  }
  return wanted;
};
