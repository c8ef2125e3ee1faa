/** A recording or an appointment in memory. Times are milliseconds since 1970. */
export interface OpenRow {
  id: string;
  start: number;
  /** The event id of an appointment, in a form that sorts like the databases do; empty for a recording. */
  sortKey: string;
  /** Breaks ties: a recording's position, or the place of an appointment's event id. */
  tie: number;
  /** How much later a partner may start: infinite for a recording, because the window belongs to the appointment. */
  reachMs: number;
  partner: OpenRow | undefined;
  /** The partner's id in the database. */
  storedPartnerId: string | null;
  /** Its match stays, or it can't have a window match. */
  isFinal: boolean;
  /** Paired later in this change. */
  isWaiting: boolean;
  /** Its indexes among all loaded rows and among the waiting rows of its side; -1 if absent. */
  places: { loaded: number; waiting: number };
}

export type NewRow = Pick<OpenRow, "id" | "start" | "tie" | "sortKey" | "reachMs">;

/** Moves surrogates behind all other UTF-16 units, so that `<` compares code points as both databases do. */
const buildSortKey = (eventId: string): string =>
  eventId.replaceAll(/[\uD800-\uFFFF]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });

/** Builds the fields of a recording. */
export const buildRecording = (row: {
  id: string;
  startedAt: number;
  position: number;
}): NewRow => ({
  id: row.id,
  start: row.startedAt,
  tie: row.position,
  sortKey: "",
  reachMs: Infinity,
});

/** Builds the fields of an appointment, whose tie depends on the others. */
export const buildAppointment = (row: {
  id: string;
  eventId: string;
  startTime: number;
  windowAfterStartMs: number;
}): NewRow => ({
  id: row.id,
  start: row.startTime,
  tie: 0,
  sortKey: buildSortKey(row.eventId),
  reachMs: row.windowAfterStartMs,
});
