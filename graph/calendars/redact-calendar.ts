import type { Context } from "../context/context.js";
import { loadRedactor } from "../redaction/redactor.js";
import type { CalendarAppointment } from "./calendar-appointments.js";
import type { CalendarNotice } from "./calendar-notices.js";

/**
 * Redacts the free texts. The digest remains that of the calendar's original text.
 * @throws RedactionBudgetError, ShareExceededError
 */
export const redactWanted = async (
  context: Context,
  wanted: Map<string, CalendarAppointment>,
): Promise<Map<string, CalendarAppointment>> => {
  const redactor = await loadRedactor(context, context.organizationId);
  if (!redactor) return wanted;
  const texts = [...wanted.values()].map(({ title, customer }) => ({ title, customer }));
  const redacted = await redactor.redactInput(texts);
  return new Map(
    [...wanted].map(([key, appointment], index) => [key, { ...appointment, ...redacted[index]! }]),
  );
};

/** Redacts the titles and UIDs of the named events. @throws RedactionBudgetError, ShareExceededError */
export const redactNotices = async (
  context: Context,
  notices: CalendarNotice[],
): Promise<CalendarNotice[]> => {
  const redactor = await loadRedactor(context, context.organizationId);
  if (!redactor || notices.length === 0) return notices;
  const texts = await redactor.redactInput(
    notices.map(({ places }) => places.map(({ uid, title }) => ({ uid, title }))),
  );
  return notices.map((notice, index) => ({
    ...notice,
    places: notice.places.map((place, at) => ({ ...place, ...texts[index]![at]! })),
  }));
};
