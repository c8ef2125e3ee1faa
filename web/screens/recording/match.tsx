import { useRef, useState } from "preact/hooks";
import { Button, Problem, Section, Status, Time } from "../../parts/index.js";
import { href } from "../../src/location.js";
import { howMatched } from "../../src/matched.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { UnlinkAppointment } from "../recording.graphql.js";
import { MatchDialog } from "./match-dialog.js";
import type { Recording } from "./shape.js";

const Matched = ({ of }: { of: Recording }) =>
  of.appointment && (
    <>
      <p>
        <a href={href("/appointments/:eventId", { eventId: of.appointment.eventId })}>
          {of.appointment.title ?? of.appointment.eventId}
        </a>
      </p>
      <p class="muted">
        <Time at={of.appointment.startTime} />
      </p>
      {of.match && (
        <p class="matched">
          <Status of="matched" /> <span class="muted">{howMatched(of.match)}</span>
        </p>
      )}
    </>
  );

/** The appointment, how the two were matched, and ways to correct it. */
export const Match = ({ of, reload }: { of: Recording; reload: () => void }) => {
  const [choosing, setChoosing] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const unlink = useMutation(UnlinkAppointment);
  const takeApart = async (): Promise<void> => {
    if (!(await unlink.run({ recordingId: of.id }))) return;
    say("Taken apart");
    // The button that was pressed goes.
    actions.current?.querySelector("button")?.focus();
    reload();
  };
  return (
    <Section title="Appointment">
      <Matched of={of} />
      {!of.appointment && (
        <p class="muted">
          No appointment is matched
          {of.requestedEventId && (
            <>
              , though the call came with the event id <code>{of.requestedEventId}</code>
            </>
          )}
          .
        </p>
      )}
      <Problem of={unlink.problem} />
      <div class="actions" ref={actions}>
        <Button icon="link" onClick={() => setChoosing(true)}>
          {of.appointment ? "Correct" : "Match by hand"}
        </Button>
        {of.appointment && (
          <Button busy={unlink.busy} onClick={() => void takeApart()}>
            Take apart
          </Button>
        )}
      </div>
      {choosing && (
        <MatchDialog
          id={of.id}
          current={of.appointment?.eventId}
          onClose={() => setChoosing(false)}
          onDone={() => {
            setChoosing(false);
            say("Matched by hand");
            reload();
          }}
        />
      )}
    </Section>
  );
};
