import type { Context } from "../context/context.js";
import { loadRedactor } from "../redaction/redactor.js";
import type { CalendarAppointment } from "./calendar-appointments.js";
import type { CalendarNote } from "./calendar-notes.js";

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
export const redactNotes = async (
  context: Context,
  notes: CalendarNote[],
): Promise<CalendarNote[]> => {
  const redactor = await loadRedactor(context, context.organizationId);
  if (!redactor || notes.length === 0) return notes;
  const texts = await redactor.redactInput(
    notes.map(({ places }) => places.map(({ uid, title }) => ({ uid, title }))),
  );
  return notes.map((note, index) => ({
    ...note,
    places: note.places.map((place, at) => ({ ...place, ...texts[index]![at]! })),
  }));
};
