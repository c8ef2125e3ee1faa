import {
  type CalendarRow,
  findCalendarById,
  updateCalendar,
  updateHeldCalendar,
} from "../../db/calendars/calendar.js";
import { write } from "../../db/engine/write.js";
import type { Context } from "../context/context.js";

/** A calendar claimed by one poll of one process. */
export type CalendarClaim = CalendarRow & { holder: string; attemptedAt: number };

/** Claims a calendar that is due. Returns undefined if another poll holds it, or it was deleted. */
export const claimCalendar = async (
  { db, organizationId, now }: Context,
  id: string,
  { holder, leaseMs }: { holder: string; leaseMs: number },
): Promise<CalendarClaim | undefined> =>
  write(db, organizationId, async (trx) => {
    const row = await findCalendarById(trx, organizationId, id);
    if (!row || row.nextPollAt > now()) return undefined;
    const attemptedAt = now();
    const changes = { holder, attemptedAt, nextPollAt: attemptedAt + leaseMs };
    await updateCalendar(trx, organizationId, id, changes);
    return { ...row, holder, attemptedAt };
  });

/** Ends a poll, unless it has lost its claim. */
export const endCalendarPoll = async (
  { db, organizationId }: Context,
  { id, holder }: CalendarClaim,
  changes: Partial<CalendarRow>,
): Promise<boolean> =>
  write(db, organizationId, (trx) =>
    updateHeldCalendar(trx, organizationId, { id, holder }, { ...changes, holder: null }),
  );
