import { createHash } from "node:crypto";
import type { Db } from "../../db/engine/connect.js";
import { loadUsersByEmails, loadUsersByIds, type UserRow } from "../../db/people/users.js";
import { runInPieces } from "../turns/in-pieces.js";
import type { Occurrence, Person } from "./occurrence.js";

/** An appointment that a calendar should have. */
export interface CalendarAppointment {
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
  users: Map<string, UserRow>,
): CalendarAppointment => {
  const { eventId, startTime, endTime, title, organizer, attendees } = occurrence;
  const isCustomer = ({ email }: Person): boolean => !users.has(email);
  // A customer may have sent the invitation.
  const customer =
    attendees.find(isCustomer) ?? (organizer && isCustomer(organizer) ? organizer : null);
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

/**
 * Returns the appointments for a calendar's occurrences, by event id. Omits cancelled occurrences and those without an
 * active user.
 */
export const buildCalendarAppointments = async (
  db: Db,
  organizationId: string,
  ownerId: string | null,
  occurrences: readonly Occurrence[],
): Promise<Map<string, CalendarAppointment>> => {
  const users = await loadUsers(db, organizationId, occurrences);
  const [owner] = ownerId === null ? [] : await loadUsersByIds(db, organizationId, [ownerId]);
  if (owner) users.set(owner.email.toLowerCase(), owner);
  const wanted = new Map<string, CalendarAppointment>();
  for (const occurrence of occurrences) {
    const rep = occurrence.isCancelled ? undefined : findRep(occurrence, owner, users);
    if (rep) wanted.set(occurrence.eventId, buildWanted(occurrence, rep, users));
  }
  return wanted;
};
