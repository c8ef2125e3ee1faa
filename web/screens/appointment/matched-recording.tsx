import { Duration, Section, StatusBadge, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { capitalize } from "../../lib/format.js";
import { formatMatch } from "../../lib/format-match.js";
import { formatDay } from "../../lib/range.js";
import type { Appointment } from "./types.js";

const Matched = ({ recording }: { recording: NonNullable<Appointment["recording"]> }) => {
  const address = href("/recordings/:id", { id: recording.id });
  return (
    <>
      <p>
        <a href={address}>{recording.name}</a>
      </p>
      <p class="muted">
        <Time at={recording.startedAt} /> · <Duration ms={recording.duration} />
      </p>
      <p class="matched">
        {recording.status !== "processed" && <StatusBadge status={recording.status} />}
        {recording.match && <span>{capitalize(formatMatch(recording.match))}</span>}
      </p>
      <p class="muted">
        Wrong recording? <a href={address}>Change the match</a>
      </p>
    </>
  );
};

const DAY_MS = 86_400_000;

/** Builds a link to the user's recordings from the day before the appointment to a week after. */
const buildNearbyHref = ({ startTime, userEmail }: Appointment): string => {
  const dayFromStart = (days: number): string =>
    formatDay(new Date(Date.parse(startTime) + days * DAY_MS));
  return href("/recordings", {}, { userEmail, from: dayFromStart(-1), to: dayFromStart(7) });
};

const Unmatched = ({ appointment }: { appointment: Appointment }) => (
  <>
    <p>
      {appointment.matchStatus === "missed"
        ? "No recording yet, 15 minutes after the start. A recording that arrives later still matches."
        : "No recording yet."}
      {appointment.matchStatus === "pending" && (
        <>
          {" "}
          Without one, it is shown as “no recording” after <Time at={appointment.scheduledAt} />.
        </>
      )}
    </p>
    {appointment.matchStatus === "missed" && (
      <p>
        <a href={buildNearbyHref(appointment)}>Find a recording and link it</a>
      </p>
    )}
  </>
);

/** The matched recording and how it matched, or the next step if there is none. */
export const MatchedRecording = ({ appointment }: { appointment: Appointment }) => (
  <Section title="Recording">
    {appointment.recording ? (
      <Matched recording={appointment.recording} />
    ) : (
      <Unmatched appointment={appointment} />
    )}
  </Section>
);
