import { Button, Dialog, Form, Problem, Skeleton, Time, type Values } from "../../parts/index.js";
import { useMutation, useQuery } from "../../src/query.js";
import {
  LinkAppointment,
  RecordingCandidates,
  type RecordingCandidatesQuery,
} from "../recording.graphql.js";

type Candidate = NonNullable<RecordingCandidatesQuery["recording"]>["matchCandidates"][number];

const Choice = ({ of, id, current }: { of: Candidate; id: string; current: boolean }) => (
  <label class="choice">
    <input type="radio" name="eventId" value={of.eventId} defaultChecked={current} required />
    <span>
      {of.title ?? of.eventId}
      <span class="muted answer">
        <Time at={of.startTime} />
        {of.customerName && ` · ${of.customerName}`}
        {of.recordingId && of.recordingId !== id && " · matched to another recording now"}
      </span>
    </span>
  </label>
);

/** The user's appointments near the call, to choose the right one from. */
export const MatchDialog = ({
  id,
  current,
  onClose,
  onDone,
}: {
  id: string;
  current: string | undefined;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { data, problem, reload } = useQuery(RecordingCandidates, { id });
  const link = useMutation(LinkAppointment);
  const candidates = data?.recording?.matchCandidates;
  const submit = async (values: Values): Promise<void> => {
    const eventId = values.get("eventId");
    if (await link.run({ eventId, recordingId: id })) onDone();
  };
  return (
    <Dialog title="Match to an appointment" onClose={onClose}>
      <Problem of={problem} retry={reload} />
      {!candidates && !problem && <Skeleton rows={4} />}
      {candidates?.length === 0 && (
        <p class="muted">The user has no appointment within 7 days of the call.</p>
      )}
      {candidates && candidates.length > 0 && (
        <Form of={link} onSubmit={(values) => void submit(values)}>
          <fieldset>
            <legend class="muted">
              The nearest appointments of the user. What is matched by hand stays as it is.
            </legend>
            {candidates.map((candidate) => (
              <Choice
                key={candidate.eventId}
                of={candidate}
                id={id}
                current={candidate.eventId === current}
              />
            ))}
          </fieldset>
          <div class="actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="main" type="submit" busy={link.busy}>
              Match
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
};
