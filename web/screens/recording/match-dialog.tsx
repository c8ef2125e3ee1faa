import {
  Button,
  Dialog,
  Form,
  ProblemAlert,
  Skeleton,
  Time,
  type FormValues,
} from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import {
  LinkAppointment,
  RecordingCandidates,
  type RecordingCandidatesQuery,
} from "./recording.graphql.js";

type Candidate = NonNullable<RecordingCandidatesQuery["recording"]>["matchCandidates"][number];

const Choice = ({
  candidate,
  id,
  isCurrent,
}: {
  candidate: Candidate;
  id: string;
  isCurrent: boolean;
}) => (
  <label class="choice">
    <input
      type="radio"
      name="eventId"
      value={candidate.eventId}
      defaultChecked={isCurrent}
      required
    />
    <span>
      {candidate.title ?? candidate.eventId}
      <span class="muted second-line">
        <Time at={candidate.startTime} />
        {candidate.customerName && ` · ${candidate.customerName}`}
        {candidate.recordingId && candidate.recordingId !== id && " · matched to another recording"}
      </span>
    </span>
  </label>
);

/** Lets an admin or a manager choose among the user's appointments near the call. */
export const MatchDialog = ({
  id,
  currentEventId,
  onClose,
  onDone,
}: {
  id: string;
  currentEventId: string | undefined;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { data, problem, reload } = useQuery(RecordingCandidates, { id });
  const link = useMutation(LinkAppointment);
  const candidates = data?.recording?.matchCandidates;
  const submit = async (values: FormValues): Promise<void> => {
    const eventId = values.get("eventId");
    if (await link.run({ eventId, recordingId: id })) onDone();
  };
  return (
    <Dialog title="Link an appointment" onClose={onClose}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!candidates && !problem && <Skeleton rows={4} />}
      {candidates?.length === 0 && (
        <p class="muted">The user has no appointment within 7 days of the call.</p>
      )}
      {candidates && candidates.length > 0 && (
        <Form mutation={link} onSubmit={(values) => void submit(values)}>
          <fieldset>
            <legend class="muted">
              The user’s appointments nearest to the call. debrief never changes a link.
            </legend>
            {candidates.map((candidate) => (
              <Choice
                key={candidate.eventId}
                candidate={candidate}
                id={id}
                isCurrent={candidate.eventId === currentEventId}
              />
            ))}
          </fieldset>
          <div class="actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="main" type="submit" isBusy={link.isBusy}>
              Link
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
};
