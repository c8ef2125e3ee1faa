/** What a read skipped, repaired, guessed or could not read, for one reason. */
export interface CalendarNotice {
  kind: string;
  reason: string;
  count: number;
  places: { line: number | null; uid: string | null; title: string | null }[];
}

/** The events that a line names; --json has up to ten. */
const MAX_SHOWN = 3;

const formatPlace = ({ line, uid, title }: CalendarNotice["places"][number]): string =>
  [line === null ? null : `line ${line}`, title === null ? null : `"${title}"`, uid]
    .filter((part) => part !== null)
    .join(" ");

/** Formats a line per reason: the kind, the count, the reason, and the first events. */
export const formatNotices = (notices: readonly CalendarNotice[]): string[] =>
  notices.map(({ kind, reason, count, places }) => {
    const shown = places.slice(0, MAX_SHOWN).map(formatPlace).filter(Boolean);
    return `${kind} ${count}: ${reason}${shown.length > 0 ? ` (${shown.join("; ")})` : ""}`;
  });
