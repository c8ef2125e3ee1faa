import { Duration, Section, Status, Time } from "../../parts/index.js";
import { href } from "../../src/location.js";
import { begun } from "../../src/format.js";
import { howMatched } from "../../src/matched.js";
import { day } from "../../src/range.js";
import type { Appointment } from "./shape.js";

const Matched = ({ of }: { of: NonNullable<Appointment["recording"]> }) => {
  const address = href("/recordings/:id", { id: of.id });
  return (
    <>
      <p>
        <a href={address}>{of.name}</a>
      </p>
      <p class="muted">
        <Time at={of.startedAt} /> · <Duration ms={of.duration} />
      </p>
      <p class="matched">
        {of.status !== "processed" && <Status of={of.status} />}
        {of.match && <span>{begun(howMatched(of.match))}</span>}
      </p>
      <p class="muted">
        Not the right one? <a href={address}>Correct the match at the recording</a>
      </p>
    </>
  );
};

const DAY_MS = 86_400_000;

/** The user's recordings that came in from the day before on, and for a week. */
const near = ({ startTime, userEmail }: Appointment): string => {
  const away = (days: number): string => day(new Date(Date.parse(startTime) + days * DAY_MS));
  return href("/recordings", {}, { userEmail, from: away(-1), to: away(7) });
};

const Unmatched = ({ of }: { of: Appointment }) => (
  <>
    <p>
      {of.matchStatus === "missed"
        ? "No recording was matched in time. One that comes in later still is."
        : "No recording yet."}
      {of.matchStatus === "pending" && (
        <>
          {" "}
          The appointment counts as missed if there is none by <Time at={of.scheduledAt} />.
        </>
      )}
    </p>
    {of.matchStatus === "missed" && (
      <p>
        <a href={near(of)}>Find the recording to match it by hand</a>
      </p>
    )}
  </>
);

/** The matched recording and how it was matched, or what to do without one. */
export const Recorded = ({ of }: { of: Appointment }) => (
  <Section title="Recording">
    {of.recording ? <Matched of={of.recording} /> : <Unmatched of={of} />}
  </Section>
);
