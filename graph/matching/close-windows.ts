import type { AppointmentRow } from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import { closeWindows, listDueWindows } from "../../db/matching/due-windows.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { mutate } from "../context/mutate.js";

/** The batch size. Other changes of the organization wait while a batch closes. */
export const MAX_WINDOWS_PER_CHANGE = 100;

/** Receives the appointments whose match window closed without a recording, in the transaction that closes it. */
export type OnMatchWindowClosed = (
  trx: Db,
  context: Context,
  effects: Effects,
  appointments: readonly AppointmentRow[],
) => Promise<void>;

export interface ClosedWindows {
  closed: number;
  /** The closed windows whose appointments have no recording. */
  unmatched: number;
}

/**
 * Closes one batch of the organization's match windows that are over. A full batch
 * (`MAX_WINDOWS_PER_CHANGE`) means that more may be due. The window of a matched appointment closes
 * too, without `onClosed`. Concurrent processes take turns in `mutate`, so that each window closes once.
 */
export const closeDueWindows = async (
  context: Context,
  onClosed: OnMatchWindowClosed,
): Promise<ClosedWindows> => {
  const { db, organizationId } = context;
  const now = context.now();
  // Most checks find no window, so they need no write transaction.
  if ((await listDueWindows(db, organizationId, { now, limit: 1 })).length === 0)
    return { closed: 0, unmatched: 0 };
  return mutate(context, async (trx, effects) => {
    const due = await listDueWindows(trx, organizationId, { now, limit: MAX_WINDOWS_PER_CHANGE });
    if (due.length === 0) return { closed: 0, unmatched: 0 };
    const ids = due.map(({ id }) => id);
    await closeWindows(trx, organizationId, ids, now);
    const unmatched = due
      .filter(({ recordingId }) => recordingId === null)
      .map((appointment) => ({ ...appointment, matchWindowClosedAt: now }));
    if (unmatched.length > 0) await onClosed(trx, context, effects, unmatched);
    return { closed: due.length, unmatched: unmatched.length };
  });
};
