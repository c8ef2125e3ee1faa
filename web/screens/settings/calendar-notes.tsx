import type { CalendarsQuery } from "./calendars.graphql.js";

type Note = CalendarsQuery["calendars"]["nodes"][number]["notes"][number];

const KINDS: Record<Note["kind"], string> = {
  unreadable: "Not read",
  guessed: "Guessed",
  repaired: "Repaired",
  skipped: "Skipped",
};

const formatPlace = ({ line, uid, title }: Note["places"][number]): string =>
  [title ?? uid, line === null ? null : `line ${line}`].filter((part) => part !== null).join(", ");

/** What the last read of a calendar could not read, guessed, repaired or skipped. */
export const CalendarNotes = ({ notes }: { notes: readonly Note[] }) =>
  notes.length === 0 ? null : (
    <details>
      <summary>
        {notes.some(({ kind }) => kind !== "skipped") ? "Irregular events" : "Skipped events"}
      </summary>
      <ul>
        {notes.map(({ kind, reason, count, places }) => (
          <li key={`${kind} ${reason}`}>
            {KINDS[kind]}: {count} × {reason}
            <div class="muted">{places.map(formatPlace).filter(Boolean).join("; ")}</div>
          </li>
        ))}
      </ul>
    </details>
  );
