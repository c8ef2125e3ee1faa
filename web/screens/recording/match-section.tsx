import { useRef, useState } from "preact/hooks";
import { Button, ProblemAlert, Section, StatusBadge, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { formatMatch } from "../../lib/format-match.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { showToast, showUndo } from "../../lib/toast.js";
import { LinkAppointment, RequestedAppointment, UnlinkAppointment } from "./recording.graphql.js";
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

/** Explains why the appointment with the call's event ID isn't matched. */
const WhyUnmatched = ({ eventId }: { eventId: string }) => {
  const { data, problem, reload } = useQuery(RequestedAppointment, { eventId });
  if (problem) return <ProblemAlert problem={problem} onRetry={reload} />;
  if (!data)
    return (
      <p class="muted" aria-busy="true">
        Looking for its appointment…
      </p>
    );
  const code = <code>{eventId}</code>;
  if (!data.appointment)
    return <p class="muted">The call waits for the appointment with its event ID {code}.</p>;
  const appointment = (
    <a href={href("/appointments/:eventId", { eventId })}>the appointment with its event ID</a>
  );
  return (
    <p class="muted">
      {data.appointment.recordingId ? "Another call has" : "A user unlinked the call from"}{" "}
      {appointment} {code}.
    </p>
  );
};

/** The matched appointment, how it matched, and buttons to link and unlink. */
export const MatchSection = ({
  recording,
  reload,
}: {
  recording: Recording;
  reload: () => void;
}) => {
  const isManager = useIsManager();
  const [isChoosing, setChoosing] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const unlink = useMutation(UnlinkAppointment);
  const unlinkMatch = async (): Promise<void> => {
    const { id: recordingId, appointment } = recording;
    if (!(await unlink.run({ recordingId }))) return;
    if (appointment)
      showUndo(
        "Unlinked",
        LinkAppointment,
        { recordingId, eventId: appointment.eventId, keepManual: true },
        reload,
      );
    // The pressed button disappears, so the focus moves to the one that stays.
    actions.current?.querySelector("button")?.focus();
    reload();
  };
  return (
    <Section title="Appointment">
      <Matched recording={recording} />
      {!recording.appointment && (
        <>
          <p class="muted">No matching appointment.</p>
          {recording.requestedEventId && <WhyUnmatched eventId={recording.requestedEventId} />}
        </>
      )}
      <ProblemAlert problem={unlink.problem} />
      {isManager && (
        <div class="actions" ref={actions}>
          <Button icon="link" onClick={() => setChoosing(true)}>
            {recording.appointment ? "Link another" : "Link an appointment"}
          </Button>
          {recording.appointment && (
            <Button isBusy={unlink.isBusy} onClick={() => void unlinkMatch()}>
              Unlink
            </Button>
          )}
        </div>
      )}
      {isChoosing && (
        <MatchDialog
          id={recording.id}
          currentEventId={recording.appointment?.eventId}
          onClose={() => setChoosing(false)}
          onDone={() => {
            setChoosing(false);
            showToast("Linked");
            reload();
          }}
        />
      )}
    </Section>
  );
};
