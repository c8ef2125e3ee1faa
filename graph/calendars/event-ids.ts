const REP_SUFFIX = /:rep:[\da-f-]{36}$/;

/** Returns the event id without the rep: `ics:<uid>`, and for an occurrence in a series, its original start. */
export const parseBaseId = (eventId: string): string => eventId.replace(REP_SUFFIX, "");

/**
 * Returns the id of the appointment that a further rep has for the same event. The first rep's has the base id, which
 * integrators know from before joint visits.
 */
export const buildRepEventId = (baseId: string, userId: string): string =>
  `${baseId}:rep:${userId}`;

/** Returns the UID of an event id. */
export const parseEventUid = (eventId: string): string =>
  parseBaseId(eventId)
    .slice("ics:".length)
    .replace(/:\d{8}(T\d{6}Z)?$/, "");
