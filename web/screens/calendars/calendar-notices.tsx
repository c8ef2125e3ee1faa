import type { CalendarsQuery } from "./calendars.graphql.js";

type Notice = CalendarsQuery["calendars"]["nodes"][number]["notices"][number];

const KINDS: Record<Notice["kind"], string> = {
  unreadable: "Not read",
  guessed: "Guessed",
  repaired: "Repaired",
  skipped: "Skipped",
};

const formatPlace = ({ line, uid, title }: Notice["places"][number]): string =>
  [title ?? uid, line === null ? null : `line ${line}`].filter((part) => part !== null).join(", ");

/** What the last read of a calendar could not read, guessed, repaired or skipped. */
export const CalendarNotices = ({ notices }: { notices: readonly Notice[] }) =>
  notices.length === 0 ? null : (
    <details>
      <summary>
        {notices.some(({ kind }) => kind !== "skipped") ? "Irregular events" : "Skipped events"}
      </summary>
      <ul>
        {notices.map(({ kind, reason, count, places }) => (
          <li key={`${kind} ${reason}`}>
            {KINDS[kind]}: {count} × {reason}
            <div class="muted">{places.map(formatPlace).filter(Boolean).join("; ")}</div>
          </li>
        ))}
      </ul>
    </details>
  );
