import { useRef, useState } from "preact/hooks";
import { Button, ProblemAlert, Section, StatusBadge, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { formatMatch } from "../../lib/format-match.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { UnlinkAppointment } from "./recording.graphql.js";
import { MatchDialog } from "./match-dialog.js";
import type { Recording } from "./types.js";

const Matched = ({ recording }: { recording: Recording }) =>
  recording.appointment && (
    <>
      <p>
        <a href={href("/appointments/:eventId", { eventId: recording.appointment.eventId })}>
          {recording.appointment.title ?? recording.appointment.eventId}
        </a>
      </p>
      <p class="muted">
        <Time at={recording.appointment.startTime} />
      </p>
      {recording.match && (
        <p class="matched">
          <StatusBadge status="matched" /> <span class="muted">{formatMatch(recording.match)}</span>
        </p>
      )}
    </>
  );

/** The matched appointment, how it matched, and buttons to change or remove the match. */
export const MatchSection = ({
  recording,
  reload,
}: {
  recording: Recording;
  reload: () => void;
}) => {
  const [isChoosing, setChoosing] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const unlink = useMutation(UnlinkAppointment);
  const removeMatch = async (): Promise<void> => {
    if (!(await unlink.run({ recordingId: recording.id }))) return;
    showToast("Match removed");
    // The pressed button disappears, so the focus moves to the one that stays.
    actions.current?.querySelector("button")?.focus();
    reload();
  };
  return (
    <Section title="Appointment">
      <Matched recording={recording} />
      {!recording.appointment && (
        <p class="muted">
          No matching appointment
          {recording.requestedEventId && (
            <>
              {" "}
              for the call’s event ID <code>{recording.requestedEventId}</code>
            </>
          )}
          .
        </p>
      )}
      <ProblemAlert problem={unlink.problem} />
      <div class="actions" ref={actions}>
        <Button icon="link" onClick={() => setChoosing(true)}>
          {recording.appointment ? "Change" : "Match manually"}
        </Button>
        {recording.appointment && (
          <Button isBusy={unlink.isBusy} onClick={() => void removeMatch()}>
            Remove match
          </Button>
        )}
      </div>
      {isChoosing && (
        <MatchDialog
          id={recording.id}
          currentEventId={recording.appointment?.eventId}
          onClose={() => setChoosing(false)}
          onDone={() => {
            setChoosing(false);
            showToast("Matched manually");
            reload();
          }}
        />
      )}
    </Section>
  );
};
