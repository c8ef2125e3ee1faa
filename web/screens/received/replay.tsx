import { Button, ProblemAlert } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { Replay as Operation, type ReceivedCallQuery } from "./received.graphql.js";

type Call = NonNullable<ReceivedCallQuery["inboundCall"]>;

/** Returns why the call can't be replayed, or undefined. */
const findObstacle = ({ code, replayable }: Call): string | undefined => {
  if (code === "UNAUTHENTICATED")
    return "Can't replay: the signature is invalid, so the sender is unknown. Enter the same secret in the phone system and in debrief.";
  return replayable ? undefined : "Can't replay: the stored request is incomplete.";
};

/** Processes the stored request again. */
export const Replay = ({
  call,
  isBusy,
  onChange,
}: {
  call: Call;
  isBusy: boolean;
  onChange: () => void;
}) => {
  const replay = useMutation(Operation);
  const obstacle = findObstacle(call);
  const send = async (): Promise<void> => {
    if (await replay.run({ id: call.id })) onChange();
  };
  if (obstacle) return <p class="muted">{obstacle}</p>;
  return (
    <>
      <ProblemAlert problem={replay.problem} />
      <div class="redeliver">
        <Button kind="main" isBusy={isBusy || replay.isBusy} onClick={() => void send()}>
          Replay
        </Button>
        <p class="muted small">
          Processes the call again, for example after you have added its user. An accepted call
          keeps its one recording.
        </p>
      </div>
    </>
  );
};
